/**
 * Reactions that the viewer added or removed and that the server hasn't confirmed yet: they overlay the server's, and
 * are dropped when an event or the response confirms them, or to undo them.
 */
import type { Message } from '@flockwork/contract/messages'
import type { ReactionCounts, Reactions } from '@flockwork/contract/reactions'
import { withFeedback } from './agent-feedback.ts'
import type { FeedState, OptimisticReactions } from './feed-state.ts'

type Reacted = Pick<Message, 'reaction_counts' | 'user_reactions'>

export function hasReacted({ user_reactions }: Pick<Message, 'user_reactions'>, emoji: string): boolean {
  return user_reactions?.[emoji] === true
}

/** The server's reactions with the viewer's optimistic ones. */
export function displayedReactions(message: Reacted, optimistic: OptimisticReactions | undefined): Reactions {
  const counts: ReactionCounts = { ...message.reaction_counts }
  const own = { ...message.user_reactions }
  for (const [emoji, isAdded] of optimistic ?? []) {
    if (isAdded === (own[emoji] === true)) continue
    const count = (counts[emoji] ?? 0) + (isAdded ? 1 : -1)
    if (count > 0) counts[emoji] = count
    else delete counts[emoji]
    if (isAdded) own[emoji] = true
    else delete own[emoji]
  }
  return { reaction_counts: counts, user_reactions: own }
}

export function optimisticReaction(state: FeedState, id: string, emoji: string): boolean | undefined {
  return state.optimisticReactions.get(id)?.get(emoji)
}

export function withOptimisticReaction(
  state: FeedState,
  id: string,
  emoji: string,
  isAdded: boolean,
): FeedState {
  const optimisticReactions = new Map(state.optimisticReactions).set(
    id,
    new Map(state.optimisticReactions.get(id)).set(emoji, isAdded),
  )
  return { ...state, optimisticReactions }
}

/**
 * The response to a reaction. If the viewer's own event came before it, later events may have, too, and the response
 * is outdated; without that event it is newer than what is loaded.
 */
export function withReactionAnswer(
  state: FeedState,
  id: string,
  sent: { emoji: string; isAdded: boolean },
  answer: Reactions,
): FeedState {
  const { emoji, isAdded } = sent
  const optimistic = optimisticReaction(state, id, emoji)
  const message = state.byId.get(id)
  if (optimistic === undefined || !message) return state
  const next = hasReacted(message, emoji) === isAdded ? state : withReactions(state, id, answer)
  return optimistic === isAdded ? withoutOptimisticReaction(next, id, emoji) : next
}

export function withReactions(state: FeedState, id: string, reactions: Reactions): FeedState {
  const message = state.byId.get(id)
  if (!message) return state
  return { ...state, byId: new Map(state.byId).set(id, withFeedback({ ...message, ...reactions })) }
}

/** Confirmed or undone. */
export function withoutOptimisticReaction(state: FeedState, id: string, emoji: string): FeedState {
  const ofMessage = state.optimisticReactions.get(id)
  if (!ofMessage?.has(emoji)) return state
  const others = new Map(ofMessage)
  others.delete(emoji)
  const optimisticReactions = new Map(state.optimisticReactions)
  if (others.size > 0) optimisticReactions.set(id, others)
  else optimisticReactions.delete(id)
  return { ...state, optimisticReactions }
}
