/**
 * Reactions that the viewer gave or took back and that the server hasn't confirmed: a wish lies over what the
 * server told, and is dropped when an event or an answer settles it. Undoing one is dropping it.
 */
import type { Message } from '@flockwork/contract/messages'
import type { ReactionCounts, Reactions } from '@flockwork/contract/reactions'
import { withFeedback } from './agent-feedback.ts'
import type { FeedState, Wishes } from './feed-state.ts'

type Reacted = Pick<Message, 'reaction_counts' | 'user_reactions'>

export function hasReacted({ user_reactions }: Pick<Message, 'user_reactions'>, emoji: string): boolean {
  return user_reactions?.[emoji] === true
}

/** What to show: the reactions as the server told them, with the viewer's wishes. */
export function withWishes(message: Reacted, wishes: Wishes | undefined): Reactions {
  const counts: ReactionCounts = { ...message.reaction_counts }
  const own = { ...message.user_reactions }
  for (const [emoji, isWanted] of wishes ?? []) {
    if (isWanted === (own[emoji] === true)) continue
    const count = (counts[emoji] ?? 0) + (isWanted ? 1 : -1)
    if (count > 0) counts[emoji] = count
    else delete counts[emoji]
    if (isWanted) own[emoji] = true
    else delete own[emoji]
  }
  return { reaction_counts: counts, user_reactions: own }
}

export function wishOf(state: FeedState, id: string, emoji: string): boolean | undefined {
  return state.wishes.get(id)?.get(emoji)
}

export function withWish(state: FeedState, id: string, emoji: string, isWanted: boolean): FeedState {
  const wishes = new Map(state.wishes).set(id, new Map(state.wishes.get(id)).set(emoji, isWanted))
  return { ...state, wishes }
}

/**
 * The server's answer to a wish that was sent. Where the viewer's own event came before it, later events may
 * have, too, and the answer is the older of the two; without that event it is the newer one.
 */
export function withAnswered(
  state: FeedState,
  id: string,
  sent: { emoji: string; isWanted: boolean },
  answer: Reactions,
): FeedState {
  const { emoji, isWanted } = sent
  const wish = wishOf(state, id, emoji)
  const held = state.byId.get(id)
  if (wish === undefined || !held) return state
  const next = hasReacted(held, emoji) === isWanted ? state : withReactions(state, id, answer)
  return wish === isWanted ? withoutWish(next, id, emoji) : next
}

/** What the server answers to a reaction, or an event tells of one. */
export function withReactions(state: FeedState, id: string, reactions: Reactions): FeedState {
  const held = state.byId.get(id)
  if (!held) return state
  return { ...state, byId: new Map(state.byId).set(id, withFeedback({ ...held, ...reactions })) }
}

/** Settled or undone. */
export function withoutWish(state: FeedState, id: string, emoji: string): FeedState {
  const ofMessage = state.wishes.get(id)
  if (!ofMessage?.has(emoji)) return state
  const others = new Map(ofMessage)
  others.delete(emoji)
  const wishes = new Map(state.wishes)
  if (others.size > 0) wishes.set(id, others)
  else wishes.delete(id)
  return { ...state, wishes }
}
