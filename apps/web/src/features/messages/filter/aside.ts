/** The filtered view as a part of the feed's state: pure. A message in it lives once, like every other. */
import type { Message } from '@flockwork/contract/messages'
import {
  FEED_KEPT,
  heardTo,
  heldMessages,
  sortedBySeq,
  swept,
  type Aside,
  type FeedState,
} from '../state/feed-state.ts'
import { learn } from '../state/snapshots.ts'
import type { HistoryPage } from '../state/feed-pages.ts'

/** Begins a filtered view; messages that arrive from now on and are wanted come into it. */
export function withAside(state: FeedState, key: string, wants: Aside['wants']): FeedState {
  return {
    ...state,
    aside: {
      key,
      wants,
      since: heardTo(state),
      isLoaded: false,
      ids: [],
      hasOlder: false,
      olderCursor: null,
    },
  }
}

/** Ends the filtered view; its messages that stand nowhere else are forgotten. */
export function withoutAside(state: FeedState): FeedState {
  return state.aside === null ? state : swept({ ...state, aside: null })
}

/**
 * The newest page of what fits, or what a search found. It joins what is shown when they overlap; otherwise there is a
 * gap, and the view begins anew with the page. An answer for another filter changes nothing.
 *
 * @param requestedAt `heardTo` of the state when the page was asked for
 */
export function withAsideNewest(
  state: FeedState,
  key: string,
  page: HistoryPage,
  requestedAt: number,
): FeedState {
  const { aside } = state
  if (aside?.key !== key) return state
  const { byId, ...learned } = learnedBeside(state, page, requestedAt)
  const seqOf = (id: string | undefined) => byId.get(id ?? '')?.seq
  const pageStart = page.posts[0]?.seq ?? 0
  const pageEnd = page.posts.at(-1)?.seq ?? 0
  const isJoined = !page.has_more || (seqOf(aside.ids.at(-1)) ?? 0) >= pageStart
  const kept = isJoined && aside.isLoaded ? aside.ids : aside.ids.filter((id) => (seqOf(id) ?? 0) > pageEnd)
  const ids = sortedBySeq(byId, [...kept, ...page.posts.map(({ id }) => id)])
  const isStart = seqOf(ids[0]) === page.posts[0]?.seq
  return {
    ...learned,
    byId,
    aside: {
      ...aside,
      isLoaded: true,
      ids,
      ...(isStart && { hasOlder: page.has_more, olderCursor: page.oldest_cursor }),
    },
  }
}

/** The page before what is shown, or about its first message. */
export function withAsideOlder(
  state: FeedState,
  key: string,
  page: HistoryPage,
  requestedAt: number,
): FeedState {
  const { aside } = state
  if (aside?.key !== key) return state
  const learned = learnedBeside(state, page, requestedAt)
  const ids = sortedBySeq(learned.byId, [...page.posts.map(({ id }) => id), ...aside.ids])
  return { ...learned, aside: { ...aside, ids, hasOlder: page.has_more, olderCursor: page.oldest_cursor } }
}

/** The messages of a page, while the stretch of the feed is read for itself. */
function learnedBeside(state: FeedState, { posts }: HistoryPage, requestedAt: number): FeedState {
  const { isLoaded, newestSeq } = state
  return { ...learn(state, posts, { requestedAt, completeTo: null }), isLoaded, newestSeq }
}

/**
 * What the filtered view shows, oldest first. Until the server has answered, and when it can't, that is what fits
 * among the messages at hand.
 *
 * @param isWhole whether the view has everything that fits in its part of the history, as pages have; a search has the
 *   best only, and what stands in the feed beside them was found worse
 */
export function asideMessages(
  state: FeedState,
  passes: (message: Message) => boolean,
  isWhole: boolean,
): Message[] {
  const { aside, byId } = state
  const held = heldMessages(state)
  if (!aside?.isLoaded) return held.filter(passes)
  const from = aside.hasOlder ? (byId.get(aside.ids[0] ?? '')?.seq ?? 0) : 0
  const beside = isWhole ? held.filter(({ seq }) => seq >= from).map(({ id }) => id) : []
  return sortedBySeq(byId, [...aside.ids, ...beside])
    .map((id) => byId.get(id))
    .filter((message) => message !== undefined)
    .filter(passes)
}

/** Every message that is at hand, in the feed and beside it. */
export function messagesAtHand(state: FeedState): readonly Message[] {
  const { byId, order, aside } = state
  if (aside === null) return heldMessages(state)
  return [...new Set([...order, ...aside.ids])].flatMap((id) => byId.get(id) ?? [])
}

/** Whether there is more to load, and room for it: like the feed, a filtered view keeps 500. */
export function canLoadOlder({ aside }: FeedState): boolean {
  return aside !== null && aside.hasOlder && aside.ids.length < FEED_KEPT
}
