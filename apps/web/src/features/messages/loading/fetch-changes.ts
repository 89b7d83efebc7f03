/**
 * Fetches what changed in the feed: silent refetches (docs/rules/realtime.md#refetches) and polling. In a separate
 * chunk, because nothing on screen waits for it.
 */
import { MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import type { WorkingAgent, Message, Page } from '@flockwork/contract/messages'
import type { AppServices } from '../../../api/services.ts'
import { newlyMentioning, withChanges } from '../state/feed-changes.ts'
import { withNewestPage, type HistoryPage } from '../state/feed-pages.ts'
import { latestKnownSeq, type FeedState } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'

/** As many messages as a feed may have; past that the newest page is enough. */
const PAGES_MAX = 5

/**
 * Merges all changes since the last request into the feed; a reader far back in history stays there.
 *
 * @throws ApiError, NetworkError
 */
export async function fetchAllChanges(services: AppServices, spaceId: string): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const fetched = await fetchChanges(services, spaceId, { limit: MESSAGE_PAGE_MAX })
    if (fetched === null) break
    if (!fetched.hasMore) return
  }
  await fetchNewest(services, spaceId)
}

export interface Fetched {
  /** Whether there was anything new. */
  readonly hasNew: boolean
  /** The messages that no event had brought. */
  readonly arrived: readonly Message[]
  /** The loaded messages in which an edit added a mention of the viewer. */
  readonly newlyMentioning: readonly Message[]
  /** Who is at work on a reply; undefined unless it was requested. */
  readonly working: readonly WorkingAgent[] | undefined
  /** There is more to fetch. */
  readonly hasMore: boolean
}

interface FetchOptions {
  /** Whether to also request who is at work, which otherwise the stream reports. */
  readonly working?: boolean
}

/**
 * The changes since the last request, at most `limit` messages; null where there was no such request.
 *
 * @throws ApiError, NetworkError
 */
export async function fetchChanges(
  { api }: AppServices,
  spaceId: string,
  options: FetchOptions & { readonly limit: number },
): Promise<Fetched | null> {
  const feed = feedOf(spaceId)
  const before = feed.state()
  const { cursor } = before
  if (!before.isLoaded || cursor === null) return null
  const answer = await api.messages.history({ query: { org_id: spaceId, since: cursor, ...options } })
  const summary = summaryOf(answer, before, feed.state())
  if (answer.reset) {
    feed.update((state) => withNewestAndCursor(state, answer, latestKnownSeq(before)))
    return { ...summary, hasNew: true, hasMore: false }
  }
  feed.update((state) => withChanges(state, answer, latestKnownSeq(before)))
  const { posts, updated, has_more: hasMore } = answer
  return { ...summary, hasNew: posts.length + updated.length > 0, hasMore }
}

/**
 * The newest page, whatever is loaded.
 *
 * @throws ApiError, NetworkError
 */
export async function fetchNewest(
  { api }: AppServices,
  spaceId: string,
  options: FetchOptions = {},
): Promise<Fetched> {
  const feed = feedOf(spaceId)
  const before = feed.state()
  const requestSeq = latestKnownSeq(before)
  const query = { org_id: spaceId, limit: MESSAGE_PAGE_MAX, ...options }
  const newest = await api.messages.history({ query })
  const summary = summaryOf(newest, before, feed.state())
  feed.update((state) => withNewestAndCursor(state, newest, requestSeq))
  const hasNew = (newest.posts.at(-1)?.seq ?? 0) > requestSeq
  return { ...summary, hasNew, hasMore: false }
}

/**
 * What events would have reported. If nothing was loaded before, nothing counts as arrived.
 *
 * @param before the state at the request
 * @param current the state when the response arrives
 */
function summaryOf({ posts, updated, working }: Page, before: FeedState, current: FeedState) {
  return {
    arrived: before.isLoaded ? posts.filter(({ seq }) => seq > latestKnownSeq(before)) : [],
    newlyMentioning: newlyMentioning(current, [...posts, ...updated]),
    working,
  }
}

/** The next request for changes begins after this page, even if it isn't merged because the reader is far back. */
function withNewestAndCursor(
  state: FeedState,
  page: HistoryPage & { latest_timestamp: string },
  requestSeq: number,
): FeedState {
  const isFarBack = state.isLoaded && !state.hasNewest
  const next = isFarBack ? state : withNewestPage(state, page, requestSeq)
  return { ...next, cursor: page.latest_timestamp }
}
