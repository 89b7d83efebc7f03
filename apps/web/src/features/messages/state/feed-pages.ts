/** How pages of history become part of the feed (docs/rules/messages.md#pages-and-cursors). */
import type { Message } from '@flockwork/contract/messages'
import { firstSeq, lastSeq, sortedBySeq, swept, trimmed, type FeedState } from './feed-state.ts'
import { learn, type Snapshot } from './snapshots.ts'

/** What is used of an answer of the history call. */
export interface HistoryPage {
  readonly posts: readonly Message[]
  readonly oldest_cursor: string | null
  readonly has_more: boolean
  readonly latest_timestamp?: string
}

/**
 * The newest page. It joins what is held when they overlap; otherwise there is a gap, and the feed begins
 * anew with the page.
 *
 * @param requestedAt `heardTo` of the state when the page was asked for
 */
export function withNewestPage(state: FeedState, page: HistoryPage, requestedAt: number): FeedState {
  const completeTo = Math.max(requestedAt, page.posts.at(-1)?.seq ?? 0)
  return withNewest(state, page, { requestedAt, completeTo })
}

export function withNewest(state: FeedState, page: HistoryPage, snapshot: Snapshot): FeedState {
  const { posts } = page
  const pageStart = posts[0]?.seq ?? 0
  const pageEnd = posts.at(-1)?.seq ?? 0
  const heldStart = firstSeq(state)
  const heldEnd = lastSeq(state)
  const isJoined = heldStart !== null && heldEnd !== null && heldEnd >= pageStart && heldStart <= pageEnd

  const next = learn(state, posts, snapshot)
  const kept = isJoined ? stillThere(state, posts, snapshot.requestedAt) : later(state, pageEnd)
  const order = sortedBySeq(next.byId, [...kept, ...posts.map(({ id }) => id)])
  const reachesFurther = !isJoined || pageStart <= heldStart
  // what is held beside the page may have changed since the earlier cursor
  const earlierCursor = isJoined ? state.cursor : null
  return trimmed(
    settled({
      ...next,
      isCached: false,
      order,
      cursor: earlierCursor ?? page.latest_timestamp ?? state.cursor,
      newestSeq: newestAfter(next, order, snapshot.requestedAt),
      ...(reachesFurther && { hasOlder: page.has_more, olderCursor: page.oldest_cursor }),
    }),
    'oldest',
  )
}

/**
 * The page before the oldest held message, or about it: what is held already is left out. `has_more` of
 * both says whether there is something older still.
 */
export function withOlderPage(state: FeedState, page: HistoryPage, requestedAt: number): FeedState {
  const before = firstSeq(state) ?? Number.POSITIVE_INFINITY
  const older = page.posts.filter(({ seq }) => seq < before)
  const next = learn(state, older, { requestedAt, completeTo: null })
  const order = [...older.map(({ id }) => id), ...state.order]
  return trimmed({ ...next, order, hasOlder: page.has_more, olderCursor: page.oldest_cursor }, 'newest')
}

/** A page about the newest held message: the next part of newer history. */
export function withPageAroundNewest(state: FeedState, page: HistoryPage, requestedAt: number): FeedState {
  const after = lastSeq(state) ?? 0
  const newer = page.posts.filter(({ seq }) => seq > after)
  const next = learn(state, newer, { requestedAt, completeTo: null })
  const order = [...state.order, ...newer.map(({ id }) => id)]
  // nothing newer came, so only what arrived meanwhile can be newer
  const newestSeq = newer.length > 0 ? next.newestSeq : newestAfter(next, order, requestedAt)
  return trimmed(settled({ ...next, order, newestSeq }), 'oldest')
}

/** The feed begins anew about one message: `/m/{id}` for one that isn't held. */
export function withPageAround(state: FeedState, page: HistoryPage, requestedAt: number): FeedState {
  const next = learn({ ...state, isCached: false, order: [] }, page.posts, { requestedAt, completeTo: null })
  const order = page.posts.map(({ id }) => id)
  return settled(swept({ ...next, order, hasOlder: page.has_more, olderCursor: page.oldest_cursor }))
}

/** The thread of `root`; `isContinued` when the page follows the one held. */
export function withThreadPage(
  state: FeedState,
  answer: { root: Message; messages: readonly Message[]; next_cursor: string | null },
  requestedAt: number,
  isContinued: boolean,
): FeedState {
  const { root, messages, next_cursor: nextCursor } = answer
  const next = learn(state, [root, ...messages], { requestedAt, completeTo: null })
  const held = state.threads.get(root.id)?.ids ?? []
  // replies that arrived while the page was under way stay, if it reaches the thread's end
  const arrived = held.filter((id) => (state.byId.get(id)?.seq ?? 0) > requestedAt)
  const kept = isContinued ? held : nextCursor === null ? arrived : []
  const ids = sortedBySeq(next.byId, [...kept, ...messages.map(({ id }) => id)])
  return { ...next, threads: new Map(next.threads).set(root.id, { ids, nextCursor }) }
}

/** Closes a thread: its messages that the feed doesn't show are forgotten. */
export function withoutThread(state: FeedState, rootId: string): FeedState {
  if (!state.threads.has(rootId)) return state
  const threads = new Map(state.threads)
  threads.delete(rootId)
  return swept({ ...state, threads })
}

/** Held ids, without those in the page's range that the page doesn't have any more. */
function stillThere(state: FeedState, posts: readonly Message[], requestedAt: number): string[] {
  const start = posts[0]?.seq ?? 0
  const end = posts.at(-1)?.seq ?? 0
  const there = new Set(posts.map(({ id }) => id))
  return state.order.filter((id) => {
    const seq = state.byId.get(id)?.seq ?? 0
    return seq < start || seq > end || there.has(id) || seq > requestedAt
  })
}

/** Of a feed that a page doesn't join: what arrived after the page was read. */
function later(state: FeedState, pageEnd: number): string[] {
  return state.hasNewest ? state.order.filter((id) => (state.byId.get(id)?.seq ?? 0) > pageEnd) : []
}

/** The newest number there is, judged by a page that reached the end: what came later was counted. */
function newestAfter({ byId, missedSeqs }: FeedState, order: readonly string[], requestedAt: number): number {
  const end = byId.get(order.at(-1) ?? '')?.seq ?? 0
  return Math.max(end, ...missedSeqs.filter((seq) => seq > requestedAt))
}

/** Judges anew whether the newest is held, and forgets the missed ones that are held now. */
function settled(state: FeedState): FeedState {
  const end = lastSeq(state) ?? 0
  return {
    ...state,
    hasNewest: end >= state.newestSeq,
    missedSeqs: state.missedSeqs.filter((seq) => seq > end),
  }
}
