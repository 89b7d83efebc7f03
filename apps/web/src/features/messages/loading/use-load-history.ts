import { MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useServices, type AppServices } from '../../../api/services.ts'
import { withOlderPage, withPageAround, withPageAroundNewest } from '../state/feed-pages.ts'
import { latestKnownSeq } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { fetchOlderPage } from './fetch-older-page.ts'
import { loadNewest } from './use-feed.ts'

export interface Load {
  /** Does nothing while loading. Never rejects: see `error`. */
  load: () => void
  isLoading: boolean
  error: Error | null
}

/** Where there is nothing to load. */
export const NO_LOAD: Load = { load: () => {}, isLoading: false, error: null }

/** Loads the page before the oldest message on screen. */
export function useLoadOlder(spaceId: string): Load {
  const services = useServices()
  return useLoad(() => loadOlder(services, spaceId))
}

/** Loads the next page towards the newest, after the newest end was dropped or a page was opened in the middle. */
export function useLoadNewer(spaceId: string): Load {
  const services = useServices()
  return useLoad(() => loadNewer(services, spaceId))
}

/** Takes the feed to the newest message: the "Latest" pill, the End key, and after sending. */
export function useJumpToLatest(spaceId: string): Load {
  const services = useServices()
  return useLoad(async () => {
    if (!feedOf(spaceId).state().hasNewest) await loadNewest(services, spaceId, true)
  })
}

/**
 * Opens the feed around one message.
 *
 * @throws ApiError 404 if it doesn't exist or isn't visible to the user
 */
export async function loadAround(services: AppServices, spaceId: string, messageId: string): Promise<void> {
  const feed = feedOf(spaceId)
  if (feed.state().order.includes(messageId)) return
  const requestSeq = latestKnownSeq(feed.state())
  const page = await history(services, spaceId, { around: messageId })
  feed.update((state) => withPageAround(state, page, requestSeq))
}

async function loadOlder(services: AppServices, spaceId: string): Promise<void> {
  const feed = feedOf(spaceId)
  const before = feed.state()
  const { byId, olderCursor, order, hasOlder } = before
  const oldest = byId.get(order[0] ?? '')
  if (!hasOlder || oldest === undefined) return
  const page = await fetchOlderPage((at, limit) => history(services, spaceId, at, limit), oldest, olderCursor)
  feed.update((state) =>
    state.order[0] === oldest.id ? withOlderPage(state, page, latestKnownSeq(before)) : state,
  )
}

async function loadNewer(services: AppServices, spaceId: string): Promise<void> {
  const feed = feedOf(spaceId)
  const before = feed.state()
  const { hasNewest, order } = before
  const newest = order.at(-1)
  if (hasNewest || newest === undefined) return
  const page = await history(services, spaceId, { around: newest })
  feed.update((state) =>
    state.order.at(-1) === newest ? withPageAroundNewest(state, page, latestKnownSeq(before)) : state,
  )
}

function history(
  { api }: AppServices,
  spaceId: string,
  at: { before: string } | { around: string },
  limit: number = MESSAGE_PAGE_MAX,
) {
  return api.messages.history({ query: { ...at, org_id: spaceId, limit } })
}

function useLoad(mutationFn: () => Promise<void>): Load {
  const { mutate, isPending, error } = useMutation({ mutationFn })
  return {
    load: () => {
      if (!isPending) mutate()
    },
    isLoading: isPending,
    error,
  }
}
