import type { Message } from '@flockwork/contract/messages'
import { searchRoutes } from '@flockwork/contract/search'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { dataOf, type LiveEvent } from '../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { feedOf } from '../messages/index.ts'
import { asksForSomething, bodyOf, type Asked } from './asked.ts'
import { withNews, type Found } from './found.ts'
import { searchKeys } from './keys.ts'
import { searchHeld } from './local-search.ts'

/** The server answered that its search failed. */
class SearchFailed extends Error {
  override name = 'SearchFailed'
}

export interface Search {
  /** Undefined before the first answer, and when neither the server nor the browser has one. */
  found: Found | undefined
  source: 'server' | 'browser'
  /** The results are of what is asked now, not of what was asked before. */
  isOfNow: boolean
  /** There is nothing of what is asked now yet. */
  isLoading: boolean
  isFetching: boolean
  /** Why the server's search failed last. */
  error: Error | null
  /** How many messages were looked through when the browser searched itself. */
  heldCount: number
  refetch: () => void
}

/** The page of results that is asked for. It stays as it was found for as long as its entry of the history is there. */
export function useSearch(spaceId: string, asked: Asked, entry: string): Search {
  const services = useServices()
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: searchKeys.results(spaceId, asked, entry),
    queryFn: ({ signal }) => fetchFound(services, spaceId, asked, signal),
    enabled: asksForSomething(asked),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // a failure is shown at once, with what the browser holds; the network's return asks again
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  useNews(spaceId)

  const question = JSON.stringify(asked)
  const local = useMemo(
    () =>
      error === null || isRefusal(error)
        ? null
        : searchBrowser(services, spaceId, JSON.parse(question) as Asked),
    [services, error, spaceId, question],
  )
  return {
    found: data ?? local?.found,
    source: data === undefined ? 'browser' : 'server',
    isOfNow: !isPlaceholderData,
    isLoading: isFetching && (isPending || isPlaceholderData),
    isFetching,
    error,
    heldCount: local?.count ?? 0,
    refetch: () => void refetch(),
  }
}

/** The server is well, and doesn't take the question. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500
}

async function fetchFound(
  { api }: AppServices,
  spaceId: string,
  asked: Asked,
  signal: AbortSignal,
): Promise<Found> {
  const body = { ...bodyOf(asked), org_id: spaceId }
  const { success, error, messages, topics, total } = await api.call(searchRoutes.search, { body, signal })
  if (!success) throw new SearchFailed(error ?? '')
  return { messages, topics, total }
}

/** Null when there is nothing to look through. */
function searchBrowser(
  { tokens }: AppServices,
  spaceId: string,
  asked: Asked,
): { found: Found; count: number } | null {
  const { byId } = feedOf(spaceId).state()
  if (byId.size === 0) return null
  return { found: searchHeld(byId.values(), asked, tokens.serverNow()), count: byId.size }
}

/** Edits and deletions reach what was found, also those made while another page was on screen. */
function useNews(spaceId: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    function tell(news: ReadonlyMap<string, Message>) {
      const queryKey = searchKeys.space(spaceId)
      for (const [key, found] of queryClient.getQueriesData<Found>({ queryKey })) {
        const { query } = key[2] as Asked
        if (found) queryClient.setQueryData(key, withNews(found, query, news))
      }
    }
    tell(feedOf(spaceId).state().byId)
    return subscribeToEvents((events) => {
      const news = events.flatMap(changed)
      if (news.length > 0) tell(new Map(news.map((message) => [message.id, message])))
    })
  }, [spaceId, queryClient])
}

function changed(event: LiveEvent): Message[] {
  const told = dataOf(event, 'message')
  return told?.action === 'updated' || told?.action === 'deleted' ? [told.message] : []
}
