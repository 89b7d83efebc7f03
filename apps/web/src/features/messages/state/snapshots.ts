/** What pages say of messages, laid over what events said meanwhile: pure. */
import type { Message } from '@flockwork/contract/messages'
import { answers, heldMessages, withReply, type FeedState } from './feed-state.ts'

/** How a snapshot relates to the events. */
export interface Snapshot {
  /** `heardTo` of the state when it was asked for. */
  readonly requestedAt: number
  /** The number the snapshot is complete to; null when only that it is no older than `requestedAt` is known. */
  readonly completeTo: number | null
}

/**
 * Takes up messages of a snapshot. A held message that an event changed since the snapshot was asked for
 * stays as it is, and takes from the snapshot only what events never carry.
 */
export function learn(state: FeedState, messages: readonly Message[], snapshot: Snapshot): FeedState {
  const byId = new Map(state.byId)
  const marks = new Map(state.marks)
  for (const message of messages) {
    const held = byId.get(message.id)
    const isNewer = held !== undefined && (marks.get(message.id)?.seq ?? 0) > snapshot.requestedAt
    if (isNewer) {
      byId.set(message.id, withOwnFields(held, message))
      continue
    }
    byId.set(message.id, withOwnFields(withLaterReplies(state, message, snapshot), held))
    marks.set(message.id, {
      seq: snapshot.completeTo ?? snapshot.requestedAt,
      repliesUntil: snapshot.completeTo === null ? message.last_reply_at : null,
    })
  }
  const newestSeq = messages.reduce((newest, { seq }) => Math.max(newest, seq), state.newestSeq)
  return { ...state, isLoaded: true, byId, marks, newestSeq }
}

/** Replies whose events came while the snapshot was under way and which it doesn't count yet. */
function withLaterReplies(state: FeedState, message: Message, snapshot: Snapshot): Message {
  if (snapshot.completeTo !== null) return message
  return heldMessages(state)
    .filter((reply) => reply.seq > snapshot.requestedAt && answers(reply, message.id))
    .filter((reply) => reply.uploaded_at > (message.last_reply_at ?? ''))
    .reduce(withReply, message)
}

/** `message` with what only answers to this user carry, taken from `other` where it has none itself. */
export function withOwnFields(message: Message, other: Message | undefined): Message {
  const userReactions = message.user_reactions ?? other?.user_reactions
  const deliveries = latest(message.deliveries, other?.deliveries)
  return {
    ...message,
    ...(userReactions && { user_reactions: userReactions }),
    ...(deliveries && { deliveries }),
  }
}

/** Each delivery as it was last: an answer may tell of one as it was before an event. */
function latest(ours: Message['deliveries'], others: Message['deliveries']): Message['deliveries'] {
  if (!ours || !others) return ours ?? others
  const byId = new Map(others.map((one) => [one.id, one]))
  for (const one of ours) if (one.at >= (byId.get(one.id)?.at ?? '')) byId.set(one.id, one)
  return [...byId.values()]
}
