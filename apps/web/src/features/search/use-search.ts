import type { Message } from '@flockwork/contract/messages'
import { searchRoutes } from '@flockwork/contract/search'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { dataOf, type LiveEvent } from '../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { feedOf } from '../messages/index.ts'
import { isSearchable, bodyOf, type SearchCriteria } from './criteria.ts'
import { withChanges, type SearchResults } from './results.ts'
import { searchKeys } from './keys.ts'
import { searchLocally } from './local-search.ts'

/** The server answered with a failed search. */
class SearchFailed extends Error {
  override name = 'SearchFailed'
}

export interface Search {
  /** Undefined before the first answer, and when neither the server nor the fallback has one. */
  results: SearchResults | undefined
  source: 'server' | 'browser'
  /** The results belong to the current query, not to an earlier one. */
  isOfNow: boolean
  /** No results of the current query yet. */
  isLoading: boolean
  isFetching: boolean
  /** The server's last error. */
  error: Error | null
  /** The number of messages that the fallback searched. */
  localCount: number
  refetch: () => void
}

/** The current page of results. It stays unchanged for the life of its history entry. */
export function useSearch(spaceId: string, criteria: SearchCriteria, entry: string): Search {
  const services = useServices()
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: searchKeys.results(spaceId, criteria, entry),
    queryFn: ({ signal }) => fetchResults(services, spaceId, criteria, signal),
    enabled: isSearchable(criteria),
    placeholderData: keepPreviousData,
    // results stay; a failure shows at once with the fallback, and coming online retries
    staleTime: ({ state }) => (state.status === 'error' ? 0 : Infinity),
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  useLiveChanges(spaceId)

  const question = JSON.stringify(criteria)
  const local = useMemo(
    () =>
      error === null || isRefusal(error)
        ? null
        : searchBrowser(services, spaceId, JSON.parse(question) as SearchCriteria),
    [services, error, spaceId, question],
  )
  return {
    results: data ?? local?.results,
    source: data === undefined ? 'browser' : 'server',
    isOfNow: !isPlaceholderData,
    isLoading: isFetching && (isPending || isPlaceholderData),
    isFetching,
    error,
    localCount: local?.count ?? 0,
    refetch: () => void refetch(),
  }
}

/** The server refused the query (4xx), as opposed to failing. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500
}

async function fetchResults(
  { api }: AppServices,
  spaceId: string,
  criteria: SearchCriteria,
  signal: AbortSignal,
): Promise<SearchResults> {
  const body = { ...bodyOf(criteria), org_id: spaceId }
  const { success, error, messages, topics, total } = await api.call(searchRoutes.search, { body, signal })
  if (!success) throw new SearchFailed(error ?? '')
  return { messages, topics, total }
}

/** Null without loaded messages. */
function searchBrowser(
  { tokens }: AppServices,
  spaceId: string,
  criteria: SearchCriteria,
): { results: SearchResults; count: number } | null {
  const { byId } = feedOf(spaceId).state()
  if (byId.size === 0) return null
  return { results: searchLocally(byId.values(), criteria, tokens.serverNow()), count: byId.size }
}

/** Applies edits and deletions to all cached results, including pages not on screen. */
function useLiveChanges(spaceId: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    function tell(changes: ReadonlyMap<string, Message>) {
      const queryKey = searchKeys.space(spaceId)
      for (const [key, results] of queryClient.getQueriesData<SearchResults>({ queryKey })) {
        const { query } = key[2] as SearchCriteria
        if (results) queryClient.setQueryData(key, withChanges(results, query, changes))
      }
    }
    tell(feedOf(spaceId).state().byId)
    return subscribeToEvents((events) => {
      const changes = events.flatMap(changed)
      if (changes.length > 0) tell(new Map(changes.map((message) => [message.id, message])))
    })
  }, [spaceId, queryClient])
}

function changed(event: LiveEvent): Message[] {
  const told = dataOf(event, 'message')
  return told?.action === 'updated' || told?.action === 'deleted' ? [told.message] : []
}
