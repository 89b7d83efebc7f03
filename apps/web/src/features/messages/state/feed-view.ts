/** Views derived from the feed: the list, a thread, who is at work. */
import type { Message } from '@flockwork/contract/messages'
import { orderedMessages, sortedBySeq, type FeedState, type Working } from './feed-state.ts'
import { isInBox, type PendingSend } from './pending.ts'

/** Threads with so few replies are open at first: a question and its answer are read without a click. */
export const OPEN_UP_TO = 3

/** The messages of the list: those that aren't replies, and replies whose root isn't in the list. */
export function topRows(state: FeedState): Message[] {
  const listed = new Set(state.order)
  return orderedMessages(state).filter(({ thread_root_id: root }) => root === null || !listed.has(root))
}

/** The key of the row in the list that shows a message: of its root if that is there, else its own. */
export function rowKeyOf({ byId, order }: FeedState, messageId: string | null): string | null {
  const root = byId.get(messageId ?? '')?.thread_root_id ?? null
  return root !== null && order.includes(root) ? root : messageId
}

/**
 * Whether enough is loaded to say what is unread. The short page of a bootstrap is followed by a longer one, and the
 * cache by what came since.
 */
export function isSettled({ isLoaded, isCached, cursor, olderCursor, hasOlder }: FeedState): boolean {
  return isLoaded && !isCached && (cursor !== null || olderCursor !== null || !hasOlder)
}

export interface ThreadView {
  root: Message | null
  replies: Message[]
  pending: PendingSend[]
  /** False while not all replies of the thread are loaded. */
  isComplete: boolean
}

/** The loaded replies below a root, oldest first. */
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

/**
 * The pending messages with a row of their own: those that aren't replies, and replies whose root isn't in the list.
 *
 * @param listed the messages of the list
 * @param replyingTo the message whose reply box is open
 */
export function topPending(
  { pending }: FeedState,
  listed: readonly Message[],
  replyingTo: string | null,
): PendingSend[] {
  if (pending.length === 0) return []
  const ids = new Set(listed.map(({ id }) => id))
  const isInThread = ({ threadRootId }: PendingSend) => threadRootId !== null && ids.has(threadRootId)
  const isBoxListed = ids.has(replyingTo ?? '')
  return pending.filter((send) => !isInThread(send) && !(isBoxListed && isInBox(send, replyingTo)))
}

/** The agents at work on a message or in its thread. */
export function workingOn(state: FeedState, messageId: string): Working[] {
  return state.working.filter(
    (row) => row.messageId === messageId || state.byId.get(row.messageId)?.thread_root_id === messageId,
  )
}

/** The newest loaded message up to which everything is read; null if the first one is unread. */
export function readUpTo(state: FeedState, isRead: (message: Message) => boolean): Message | null {
  const messages = orderedMessages(state)
  const firstUnread = messages.findIndex((message) => !isRead(message))
  return messages[(firstUnread === -1 ? messages.length : firstUnread) - 1] ?? null
}
