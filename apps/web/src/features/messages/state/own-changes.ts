/** What the server answers to a change of a message, before or after its event. */
import type { Message } from '@flockwork/contract/messages'
import { DELETED_TEXT } from '@flockwork/contract/text/message-text'
import type { FeedState } from './feed-state.ts'
import { withOwnFields } from './snapshots.ts'

/** The message as its edit or deletion left it. Counts stay those of the events, which may know more. */
export function withChanged(state: FeedState, message: Message): FeedState {
  const held = state.byId.get(message.id)
  if (!held || held.deleted_at !== null) return state
  const isKnown = message.deleted_at === null && message.edit_count <= held.edit_count
  if (isKnown) return state
  const { reply_count, last_reply_at, repliers, reaction_counts, user_reactions = {} } = held
  const counts = { reply_count, last_reply_at, repliers, reaction_counts, user_reactions }
  const changed = withOwnFields({ ...message, ...counts }, held)
  return { ...state, byId: new Map(state.byId).set(message.id, changed) }
}

/** A message that was erased for good: the server answers nothing, there is nothing left. */
export function asErased(message: Message, now: number): Message {
  return {
    ...message,
    content: DELETED_TEXT,
    deleted_at: new Date(now).toISOString(),
    mentions: [],
    mentions_unknown: [],
    topics: [],
  }
}
