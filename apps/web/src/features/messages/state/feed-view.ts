/** Views over the feed: what stands in the list, what below a message. They hold nothing. */
import type { Message } from '@flockwork/contract/messages'
import { heldMessages, sortedBySeq, type FeedState, type Working } from './feed-state.ts'
import type { PendingSend } from './pending.ts'

/** So few replies stand open by themselves: a question with its answer reads on without a click. */
export const OPEN_UP_TO = 3

/**
 * The rows of the list: messages that stand on their own, and replies whose root isn't in the list (they
 * would otherwise be nowhere).
 */
export function topRows(state: FeedState): Message[] {
  const listed = new Set(state.order)
  return heldMessages(state).filter(({ thread_root_id: root }) => root === null || !listed.has(root))
}

/**
 * Whether what is held says what is unread. The short page of a bootstrap is followed by a longer one, and what the
 * last page kept by what came since.
 */
export function isSettled({ isLoaded, isCached, cursor, olderCursor, hasOlder }: FeedState): boolean {
  return isLoaded && !isCached && (cursor !== null || olderCursor !== null || !hasOlder)
}

export interface ThreadView {
  root: Message | null
  replies: Message[]
  pending: PendingSend[]
  /** False while replies of the thread aren't held. */
  isComplete: boolean
}

/** What is held below a root, oldest first. */
export function threadOf(state: FeedState, rootId: string): ThreadView {
  const root = state.byId.get(rootId) ?? null
  const thread = state.threads.get(rootId)
  const inFeed = state.order.filter((id) => state.byId.get(id)?.thread_root_id === rootId)
  const ids = sortedBySeq(state.byId, [...(thread?.ids ?? []), ...inFeed])
  const replies = ids.map((id) => state.byId.get(id)).filter((message) => message !== undefined)
  const reachesEnd = thread !== undefined && thread.nextCursor === null
  return {
    root,
    replies,
    pending: state.pending.filter(({ threadRootId }) => threadRootId === rootId),
    isComplete: reachesEnd || (root !== null && replies.length >= root.reply_count),
  }
}

/** Messages of the writer that aren't sent yet and stand in the list itself. */
export function topPending(state: FeedState): PendingSend[] {
  return state.pending.filter(({ threadRootId }) => threadRootId === null)
}

/** The agents at work on a message or in its thread. */
export function workingOn(state: FeedState, messageId: string): Working[] {
  return state.working.filter(
    (row) => row.messageId === messageId || state.byId.get(row.messageId)?.thread_root_id === messageId,
  )
}

/** The newest held message before which nothing is unread; null when the first one is unread. */
export function readUpTo(state: FeedState, isRead: (message: Message) => boolean): Message | null {
  const messages = heldMessages(state)
  const firstUnread = messages.findIndex((message) => !isRead(message))
  return messages[(firstUnread === -1 ? messages.length : firstUnread) - 1] ?? null
}
