/** The filtered view as a part of the feed's state. Pure. */
import type { Message } from '@flockwork/contract/messages'
import type { HistoryPage } from '../state/feed-pages.ts'
import {
  FEED_MAX,
  latestKnownSeq,
  orderedMessages,
  sortedBySeq,
  pruned,
  type FilteredView,
  type FeedState,
} from '../state/feed-state.ts'
import { mergeSnapshot } from '../state/snapshots.ts'

/** Begins a filtered view; messages that arrive from now on are added if they match. */
export function withFilteredView(state: FeedState, key: string, matches: FilteredView['matches']): FeedState {
  return {
    ...state,
    filteredView: {
      key,
      matches,
      sinceSeq: latestKnownSeq(state),
      isLoaded: false,
      ids: [],
      hasOlder: false,
      olderCursor: null,
    },
  }
}

/** Ends the filtered view and drops its messages that nothing else shows. */
export function withoutFilteredView(state: FeedState): FeedState {
  return state.filteredView === null ? state : pruned({ ...state, filteredView: null })
}

/**
 * The newest page of what matches, or the result of a search. It is joined to what is shown if they overlap; otherwise
 * there is a gap, and the view starts over with the page. A response for another filter changes nothing.
 *
 * @param requestSeq `latestKnownSeq` when the page was requested
 */
export function withFilteredNewest(
  state: FeedState,
  key: string,
  page: HistoryPage,
  requestSeq: number,
): FeedState {
  const { filteredView } = state
  if (filteredView?.key !== key) return state
  const { byId, ...merged } = mergeBesideFeed(state, page, requestSeq)
  const seqOf = (id: string | undefined) => byId.get(id ?? '')?.seq
  const pageStart = page.posts[0]?.seq ?? 0
  const pageEnd = page.posts.at(-1)?.seq ?? 0
  const shown = filteredView.ids
  const isJoined = !page.has_more || (seqOf(shown.at(-1)) ?? 0) >= pageStart
  const others = isJoined && filteredView.isLoaded ? shown : shown.filter((id) => (seqOf(id) ?? 0) > pageEnd)
  const ids = sortedBySeq(byId, [...others, ...page.posts.map(({ id }) => id)])
  const isStart = seqOf(ids[0]) === page.posts[0]?.seq
  return {
    ...merged,
    byId,
    filteredView: {
      ...filteredView,
      isLoaded: true,
      ids,
      ...(isStart && { hasOlder: page.has_more, olderCursor: page.oldest_cursor }),
    },
  }
}

/** The page before what is shown, or around its first message. */
export function withFilteredOlder(
  state: FeedState,
  key: string,
  page: HistoryPage,
  requestSeq: number,
): FeedState {
  const { filteredView } = state
  if (filteredView?.key !== key) return state
  const { has_more: hasOlder, oldest_cursor: olderCursor, posts } = page
  const merged = mergeBesideFeed(state, page, requestSeq)
  const ids = sortedBySeq(merged.byId, [...posts.map(({ id }) => id), ...filteredView.ids])
  return { ...merged, filteredView: { ...filteredView, ids, hasOlder, olderCursor } }
}

/** Merges the messages of a page without marking the feed itself as loaded. */
function mergeBesideFeed(state: FeedState, { posts }: HistoryPage, requestSeq: number): FeedState {
  const { isLoaded, newestSeq } = state
  return { ...mergeSnapshot(state, posts, { requestSeq, completeSeq: null }), isLoaded, newestSeq }
}

/**
 * What the filtered view shows, oldest first. Until the server has answered, and if it can't, that is what matches
 * among the loaded messages.
 *
 * @param isComplete whether the view has everything that matches in its part of the history, as pages have; a search
 *   has only the best matches, and other loaded messages rank lower
 */
export function filteredMessages(
  state: FeedState,
  matches: (message: Message) => boolean,
  isComplete: boolean,
): Message[] {
  const { filteredView, byId } = state
  const inFeed = orderedMessages(state)
  if (!filteredView?.isLoaded) return inFeed.filter(matches)
  const from = filteredView.hasOlder ? (byId.get(filteredView.ids[0] ?? '')?.seq ?? 0) : 0
  const others = isComplete ? inFeed.filter(({ seq }) => seq >= from).map(({ id }) => id) : []
  return sortedBySeq(byId, [...filteredView.ids, ...others])
    .map((id) => byId.get(id))
    .filter((message) => message !== undefined)
    .filter(matches)
}

/** Every message of the feed and of the filtered view. */
export function loadedMessages(state: FeedState): readonly Message[] {
  const { byId, order, filteredView } = state
  if (filteredView === null) return orderedMessages(state)
  return [...new Set([...order, ...filteredView.ids])].flatMap((id) => byId.get(id) ?? [])
}

/** Whether there is more to load; like the feed, a filtered view has a maximum. */
export function canLoadOlder({ filteredView }: FeedState): boolean {
  return filteredView !== null && filteredView.hasOlder && filteredView.ids.length < FEED_MAX
}
