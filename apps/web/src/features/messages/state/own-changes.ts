/** Responses to the viewer's own edits and deletions, which may come before or after their events. */
import type { Message } from '@flockwork/contract/messages'
import { DELETED_TEXT } from '@flockwork/contract/text/message-text'
import type { FeedState } from './feed-state.ts'
import { withViewerFields } from './snapshots.ts'

/** The message as its edit or deletion left it. Counts stay those of the events, which may be newer. */
export function withEditAnswer(state: FeedState, message: Message): FeedState {
  const loaded = state.byId.get(message.id)
  if (!loaded || loaded.deleted_at !== null) return state
  const isKnown = message.deleted_at === null && message.edit_count <= loaded.edit_count
  if (isKnown) return state
  const { reply_count, last_reply_at, repliers, reaction_counts, user_reactions = {} } = loaded
  const counts = { reply_count, last_reply_at, repliers, reaction_counts, user_reactions }
  const changed = withViewerFields({ ...message, ...counts }, loaded)
  return { ...state, byId: new Map(state.byId).set(message.id, changed) }
}

/** The placeholder of a message that was deleted for good: the server returns none. */
export function asDeleted(message: Message, now: number): Message {
  return {
    ...message,
    content: DELETED_TEXT,
    deleted_at: new Date(now).toISOString(),
    mentions: [],
    mentions_unknown: [],
    topics: [],
  }
}
