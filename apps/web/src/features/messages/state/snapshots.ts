/** Merges messages of a page with what events have changed since it was requested. Pure. */
import type { Message } from '@flockwork/contract/messages'
import { replaceEqualDeep } from '@tanstack/react-query'
import { deliveryKey } from './deliveries.ts'
import { isReplyTo, orderedMessages, withReply, type FeedState } from './feed-state.ts'

/** How a snapshot relates to the events. */
export interface Snapshot {
  /** `latestKnownSeq` when it was requested. */
  readonly requestSeq: number
  /** The seq to which it is complete; null when all that is known is that it isn't older than `requestSeq`. */
  readonly completeSeq: number | null
}

/**
 * A message that an event changed since the request keeps that version, and takes only what events never carry. An
 * unchanged message stays the same object, so that its row doesn't re-render.
 */
export function mergeSnapshot(state: FeedState, messages: readonly Message[], snapshot: Snapshot): FeedState {
  const byId = new Map(state.byId)
  const versions = new Map(state.versions)
  for (const message of messages) {
    const loaded = byId.get(message.id)
    const isNewer = loaded !== undefined && (versions.get(message.id)?.seq ?? 0) > snapshot.requestSeq
    if (isNewer) {
      byId.set(message.id, withViewerFields(loaded, message))
      continue
    }
    const next = withViewerFields(withLaterReplies(state, message, snapshot), loaded)
    byId.set(message.id, replaceEqualDeep(loaded, next))
    versions.set(message.id, {
      seq: snapshot.completeSeq ?? snapshot.requestSeq,
      repliesUntil: snapshot.completeSeq === null ? message.last_reply_at : null,
    })
  }
  const newestSeq = messages.reduce((newest, { seq }) => Math.max(newest, seq), state.newestSeq)
  return { ...state, isLoaded: true, byId, versions, newestSeq }
}

/** Adds the replies whose events came during the request and which the snapshot doesn't count. */
function withLaterReplies(state: FeedState, message: Message, snapshot: Snapshot): Message {
  if (snapshot.completeSeq !== null) return message
  return orderedMessages(state)
    .filter((reply) => reply.seq > snapshot.requestSeq && isReplyTo(reply, message.id))
    .filter((reply) => reply.uploaded_at > (message.last_reply_at ?? ''))
    .reduce(withReply, message)
}

/** `message` with the fields that only responses to this viewer carry, taken from `other` where it lacks them. */
export function withViewerFields(message: Message, other: Message | undefined): Message {
  const userReactions = message.user_reactions ?? other?.user_reactions
  const deliveries = latestDeliveries(message.deliveries, other?.deliveries)
  return {
    ...message,
    ...(userReactions && { user_reactions: userReactions }),
    ...(deliveries && { deliveries }),
  }
}

/** The latest state of each delivery: a response may be older than an event. */
function latestDeliveries(ours: Message['deliveries'], others: Message['deliveries']): Message['deliveries'] {
  if (!ours || !others) return ours ?? others
  const byKey = new Map(others.map((one) => [deliveryKey(one), one]))
  for (const one of ours) {
    const key = deliveryKey(one)
    if (one.at >= (byKey.get(key)?.at ?? '')) byKey.set(key, one)
  }
  return [...byKey.values()]
}
