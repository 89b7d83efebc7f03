/**
 * Asking anew what the feed holds: the refetches that nobody sees (docs/rules/realtime.md#refetches), and polling. In a
 * chunk of its own, because nothing on screen waits for it.
 */
import { MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import type { WorkingAgent, Message, Page } from '@flockwork/contract/messages'
import type { AppServices } from '../../../api/services.ts'
import { nowMentioning, withChanges } from '../state/feed-changes.ts'
import { withNewestPage, type HistoryPage } from '../state/feed-pages.ts'
import { heardTo, type FeedState } from '../state/feed-state.ts'
import { feedOf } from '../state/rooms.ts'

/** As many messages as a feed keeps; after more the newest page is enough. */
const PAGES_MAX = 5

/**
 * Asks what changed since the last time and takes it up; a reader far back in history stays there.
 *
 * @throws ApiError, NetworkError
 */
export async function askAll(services: AppServices, spaceId: string): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = await askForChanges(services, spaceId, { limit: MESSAGE_PAGE_MAX })
    if (asked === null) break
    if (!asked.hasMore) return
  }
  await askForNewest(services, spaceId)
}

export interface Asked {
  /** Something came that wasn't known. */
  readonly hasNews: boolean
  /** The messages that nobody had told of. */
  readonly arrived: readonly Message[]
  /** The held ones that an edit addressed to the viewer. */
  readonly nowMentioning: readonly Message[]
  /** Who is at work on a reply; undefined when it wasn't asked for. */
  readonly working: readonly WorkingAgent[] | undefined
  /** There is more to ask for. */
  readonly hasMore: boolean
}

/** Whether to ask who is at work, too: what a stream tells otherwise. */
interface Wanted {
  readonly working?: boolean
}

/**
 * The same in one request of at most `limit` messages; null when there is no last time.
 *
 * @throws ApiError, NetworkError
 */
export async function askForChanges(
  { api }: AppServices,
  spaceId: string,
  wanted: Wanted & { readonly limit: number },
): Promise<Asked | null> {
  const feed = feedOf(spaceId)
  const state = feed.state()
  const { cursor } = state
  if (!state.isLoaded || cursor === null) return null
  const answer = await api.messages.history({ query: { org_id: spaceId, since: cursor, ...wanted } })
  const told = toldBy(answer, state, feed.state())
  if (answer.reset) {
    feed.update((held) => withNewestAnyway(held, answer, heardTo(state)))
    return { ...told, hasNews: true, hasMore: false }
  }
  feed.update((held) => withChanges(held, answer, heardTo(state)))
  const { posts, updated, has_more: hasMore } = answer
  return { ...told, hasNews: posts.length + updated.length > 0, hasMore }
}

/**
 * The newest page, whatever is held.
 *
 * @throws ApiError, NetworkError
 */
export async function askForNewest(
  { api }: AppServices,
  spaceId: string,
  wanted: Wanted = {},
): Promise<Asked> {
  const feed = feedOf(spaceId)
  const state = feed.state()
  const requestedAt = heardTo(state)
  const query = { org_id: spaceId, limit: MESSAGE_PAGE_MAX, ...wanted }
  const newest = await api.messages.history({ query })
  const told = toldBy(newest, state, feed.state())
  feed.update((held) => withNewestAnyway(held, newest, requestedAt))
  const hasNews = (newest.posts.at(-1)?.seq ?? 0) > requestedAt
  return { ...told, hasNews, hasMore: false }
}

/**
 * What an answer tells that events would have told. Where nothing was known before, nothing arrived.
 *
 * @param asked the state when it was asked for
 * @param held the state that the answer meets
 */
function toldBy({ posts, updated, working }: Page, asked: FeedState, held: FeedState) {
  return {
    arrived: asked.isLoaded ? posts.filter(({ seq }) => seq > heardTo(asked)) : [],
    nowMentioning: nowMentioning(held, [...posts, ...updated]),
    working,
  }
}

/** From now on only what comes after this page is asked for. */
function withNewestAnyway(
  state: FeedState,
  page: HistoryPage & { latest_timestamp: string },
  requestedAt: number,
): FeedState {
  const isElsewhere = state.isLoaded && !state.hasNewest
  const next = isElsewhere ? state : withNewestPage(state, page, requestedAt)
  return { ...next, cursor: page.latest_timestamp }
}
