/** Merges pages of history into the feed (docs/rules/messages.md#pages-and-cursors). */
import type { Message } from '@flockwork/contract/messages'
import { firstSeq, lastSeq, sortedBySeq, pruned, trim, type FeedState } from './feed-state.ts'
import { mergeSnapshot, type Snapshot } from './snapshots.ts'

/** What the feed uses of a response of the history route. */
export interface HistoryPage {
  readonly posts: readonly Message[]
  readonly oldest_cursor: string | null
  readonly has_more: boolean
  readonly latest_timestamp?: string
}

/**
 * The newest page. It is joined to the loaded messages where they overlap; otherwise there is a gap, and the feed
 * starts over with the page.
 *
 * @param requestSeq `latestKnownSeq` when the page was requested
 */
export function withNewestPage(state: FeedState, page: HistoryPage, requestSeq: number): FeedState {
  const completeSeq = Math.max(requestSeq, page.posts.at(-1)?.seq ?? 0)
  return withNewest(state, page, { requestSeq, completeSeq })
}

export function withNewest(state: FeedState, page: HistoryPage, snapshot: Snapshot): FeedState {
  const { posts } = page
  const pageStart = posts[0]?.seq ?? 0
  const pageEnd = posts.at(-1)?.seq ?? 0
  const start = firstSeq(state)
  const end = lastSeq(state)
  const isJoined = start !== null && end !== null && end >= pageStart && start <= pageEnd

  const next = mergeSnapshot(state, posts, snapshot)
  const others = isJoined ? idsStillOnServer(state, posts, snapshot.requestSeq) : idsAfter(state, pageEnd)
  const order = sortedBySeq(next.byId, [...others, ...posts.map(({ id }) => id)])
  const reachesFurther = !isJoined || pageStart <= start
  // messages outside the page may have changed since the earlier cursor
  const earlierCursor = isJoined ? state.cursor : null
  return trim(
    withNewestResolved({
      ...next,
      isCached: false,
      order,
      cursor: earlierCursor ?? page.latest_timestamp ?? state.cursor,
      newestSeq: newestAfter(next, order, snapshot.requestSeq),
      ...(reachesFurther && { hasOlder: page.has_more, olderCursor: page.oldest_cursor }),
    }),
    'oldest',
  )
}

/** The page before the oldest loaded message, or around it: what is loaded already is left out. */
export function withOlderPage(state: FeedState, page: HistoryPage, requestSeq: number): FeedState {
  const before = firstSeq(state) ?? Number.POSITIVE_INFINITY
  const older = page.posts.filter(({ seq }) => seq < before)
  const next = mergeSnapshot(state, older, { requestSeq, completeSeq: null })
  const order = [...older.map(({ id }) => id), ...state.order]
  return trim({ ...next, order, hasOlder: page.has_more, olderCursor: page.oldest_cursor }, 'newest')
}

/** A page around the newest loaded message: the next part of newer history. */
export function withPageAroundNewest(state: FeedState, page: HistoryPage, requestSeq: number): FeedState {
  const after = lastSeq(state) ?? 0
  const newer = page.posts.filter(({ seq }) => seq > after)
  const next = mergeSnapshot(state, newer, { requestSeq, completeSeq: null })
  const order = [...state.order, ...newer.map(({ id }) => id)]
  // the page had nothing newer, so only what arrived since the request can be
  const newestSeq = newer.length > 0 ? next.newestSeq : newestAfter(next, order, requestSeq)
  return trim(withNewestResolved({ ...next, order, newestSeq }), 'oldest')
}

/** Starts the feed over around one message: `/m/{id}` for one that isn't loaded. */
export function withPageAround(state: FeedState, page: HistoryPage, requestSeq: number): FeedState {
  const next = mergeSnapshot({ ...state, isCached: false, order: [] }, page.posts, {
    requestSeq,
    completeSeq: null,
  })
  const order = page.posts.map(({ id }) => id)
  return withNewestResolved(
    pruned({ ...next, order, hasOlder: page.has_more, olderCursor: page.oldest_cursor }),
  )
}

/** A page of the thread of `root`; `isContinued` when it follows the pages that are loaded. */
export function withThreadPage(
  state: FeedState,
  answer: { root: Message; messages: readonly Message[]; next_cursor: string | null },
  requestSeq: number,
  isContinued: boolean,
): FeedState {
  const { root, messages, next_cursor: nextCursor } = answer
  const next = mergeSnapshot(state, [root, ...messages], { requestSeq, completeSeq: null })
  const before = state.threads.get(root.id)?.ids ?? []
  // replies that arrived during the request stay if the page reaches the thread's end
  const arrived = before.filter((id) => (state.byId.get(id)?.seq ?? 0) > requestSeq)
  const others = isContinued ? before : nextCursor === null ? arrived : []
  const ids = sortedBySeq(next.byId, [...others, ...messages.map(({ id }) => id)])
  return { ...next, threads: new Map(next.threads).set(root.id, { ids, nextCursor }) }
}

/** Closes a thread and drops its messages that nothing else shows. */
export function withoutThread(state: FeedState, rootId: string): FeedState {
  if (!state.threads.has(rootId)) return state
  const threads = new Map(state.threads)
  threads.delete(rootId)
  return pruned({ ...state, threads })
}

/** The ids of `order`, without those in the page's range that the page no longer has. */
function idsStillOnServer(state: FeedState, posts: readonly Message[], requestSeq: number): string[] {
  const start = posts[0]?.seq ?? 0
  const end = posts.at(-1)?.seq ?? 0
  const onPage = new Set(posts.map(({ id }) => id))
  return state.order.filter((id) => {
    const seq = state.byId.get(id)?.seq ?? 0
    return seq < start || seq > end || onPage.has(id) || seq > requestSeq
  })
}

/** In a feed that the page doesn't overlap: what arrived after the page was read. */
function idsAfter(state: FeedState, pageEnd: number): string[] {
  return state.hasNewest ? state.order.filter((id) => (state.byId.get(id)?.seq ?? 0) > pageEnd) : []
}

/** The newest seq after a page that reached the end of the history: only what was missed later is newer. */
function newestAfter({ byId, missedSeqs }: FeedState, order: readonly string[], requestSeq: number): number {
  const end = byId.get(order.at(-1) ?? '')?.seq ?? 0
  return Math.max(end, ...missedSeqs.filter((seq) => seq > requestSeq))
}

/** Updates `hasNewest` and drops the missed messages that are loaded now. */
function withNewestResolved(state: FeedState): FeedState {
  const end = lastSeq(state) ?? 0
  return {
    ...state,
    hasNewest: end >= state.newestSeq,
    missedSeqs: state.missedSeqs.filter((seq) => seq > end),
  }
}
