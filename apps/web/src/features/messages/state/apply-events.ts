/** What the events of this room do to the feed: pure, so that a test can compare with a refetched feed. */
import type { EventData } from '@flockwork/contract/events'
import { BOOTSTRAP_POSTS } from '@flockwork/contract/limits'
import type { Delivery, Message } from '@flockwork/contract/messages'
import { parentPreview } from '@flockwork/contract/text/preview'
import { applyEvent, type EventTable, type LiveEvent } from '../../../realtime/apply-event.ts'
import { ownerRating } from './agent-feedback.ts'
import { withNewest } from './feed-pages.ts'
import {
  answers,
  FEED_DROPPED,
  FEED_KEPT,
  firstSeq,
  inserted,
  lastSeq,
  swept,
  trimmed,
  withoutPending,
  withReply,
  type FeedState,
  type Mark,
} from './feed-state.ts'
import { withOwnFields } from './snapshots.ts'
import { wishOf, withReactions, withoutWish } from './optimistic-reactions.ts'

type Names = 'identity_bootstrap' | 'bootstrap' | 'message' | 'mention' | 'delivery' | 'agent_working'

export const messageReducers = {
  // a stream begins: it tells anew who is at work, and what ended meanwhile it doesn't tell
  identity_bootstrap: (state) => (state.working.length === 0 ? state : { ...state, working: [] }),
  bootstrap: withBootstrap,
  message: (state, data, id) => once(state, id, (next) => withMessageEvent(next, data, id)),
  // the message itself came one number before
  mention: (state, _data, id) => once(state, id, (next) => next),
  delivery: (state, { delivery }, id) => once(state, id, (next) => withDelivery(next, delivery)),
  agent_working: withWorking,
} satisfies EventTable<FeedState, Names>

/** The feed after `events`, in their order. Events of other rooms change nothing. */
export function applyEvents(state: FeedState, events: readonly LiveEvent[]): FeedState {
  return events.reduce((next, event) => applyEvent(messageReducers, next, event), state)
}

/** An event that was applied already changes nothing; a stream may repeat one around a reconnect. */
function once(state: FeedState, id: number | null, change: (state: FeedState) => FeedState): FeedState {
  if (id === null) return change(state)
  return id <= state.position ? state : { ...change(state), position: id }
}

/**
 * The start of a stream. A feed that was read moments before joins it; one that had a stream before begins
 * anew, because nobody knows what it missed.
 */
function withBootstrap(state: FeedState, data: EventData<'bootstrap'>, id: number | null): FeedState {
  const completeTo = id ?? 0
  const page = { posts: data.posts, oldest_cursor: null, has_more: data.posts.length >= BOOTSTRAP_POSTS }
  const hadStream = state.position > 0 || data.reset === true
  const start: FeedState = hadStream
    ? {
        ...state,
        order: [],
        threads: new Map(),
        missedSeqs: [],
        newestSeq: 0,
        marks: new Map(),
        working: [],
        cursor: null,
      }
    : state
  const joined = withNewest(start, page, { requestedAt: completeTo, completeTo })
  return swept({ ...joined, position: completeTo })
}

function withMessageEvent(state: FeedState, data: EventData<'message'>, id: number | null): FeedState {
  switch (data.action) {
    case 'created':
      return withCreated(state, data.message, data.client_id)
    case 'updated':
      return withUpdated(state, data.message, id ?? 0)
    case 'deleted':
      return withUpdated(state, data.message, id ?? 0)
    case 'reaction':
      return withReaction(state, data, id ?? 0)
    default:
      // a newer server's: the roof asks what it changed
      return state
  }
}

function withCreated(state: FeedState, message: Message, clientId: string | undefined): FeedState {
  // a replay shows the message as it is now; the replies it has by now come as events of their own
  const fresh: Message = { ...message, reply_count: 0, last_reply_at: null, repliers: [] }
  const counted = withReplyCounted(state, fresh)
  return withArrived(clientId === undefined ? counted : withoutPending(counted, clientId), fresh, true)
}

/** Puts a message in its places; the newest one only where the newest are held. */
export function withArrived(state: FeedState, message: Message, isCounted: boolean): FeedState {
  const isHeld = state.byId.has(message.id)
  const end = lastSeq(state)
  const start = firstSeq(state)
  // it would stand there with a gap behind it: scrolling up loads what lies before
  const isOlder = state.hasOlder && start !== null && message.seq < start
  const isNewer = end !== null && message.seq > end
  const isFull = state.isReadingBack && state.order.length >= FEED_KEPT
  // one's own is where its writer goes
  const isLeftOut = isFull && isNewer && message.author_id !== state.viewerId
  const belongsInOrder = !isOlder && !isLeftOut && (state.hasNewest || (end !== null && message.seq < end))
  const thread = state.threads.get(message.thread_root_id ?? '')
  const belongsInThread = thread !== undefined && thread.nextCursor === null
  const { aside } = state
  const belongsAside = aside?.wants(message) === true
  const newestSeq = Math.max(state.newestSeq, message.seq)

  const hasNewest = state.hasNewest && !isLeftOut
  let next: FeedState = { ...state, isLoaded: true, newestSeq, hasNewest }
  if (!isHeld && (belongsInOrder || belongsInThread || belongsAside)) {
    next = {
      ...next,
      byId: new Map(next.byId).set(message.id, message),
      marks: new Map(next.marks).set(message.id, { seq: message.seq, repliesUntil: null }),
    }
  }
  if (belongsInThread && message.thread_root_id !== null) {
    const ids = inserted(next, thread.ids, message)
    next = { ...next, threads: new Map(next.threads).set(message.thread_root_id, { ...thread, ids }) }
  }
  if (belongsAside) {
    next = { ...next, aside: { ...aside, ids: inserted(next, aside.ids, message).slice(-FEED_KEPT) } }
  }
  if (belongsInOrder) {
    const order = inserted(next, next.order, message)
    return trimmed({ ...next, order }, 'oldest', FEED_KEPT - FEED_DROPPED)
  }
  const isMissed = isCounted && !isOlder && !next.missedSeqs.includes(message.seq)
  return isMissed ? { ...next, missedSeqs: [...next.missedSeqs, message.seq] } : next
}

/**
 * The answer to a send: the pending row gives way to the message. Its event, before or after, changes
 * nothing more than the counts.
 */
export function withAcknowledged(state: FeedState, clientId: string, message: Message): FeedState {
  const next = withoutPending(state, clientId)
  const held = next.byId.get(message.id)
  if (held) return { ...next, byId: new Map(next.byId).set(message.id, withOwnFields(held, message)) }
  // its own event counted it when newer history is unfetched
  return message.seq <= next.position && !next.hasNewest ? next : withArrived(next, message, true)
}

/** Counts a reply on its parent and its root, unless the held version has it in its count; its author's work is done. */
export function withReplyCounted(state: FeedState, reply: Message): FeedState {
  if (reply.parent_id === null && reply.thread_root_id === null) return state
  const byId = new Map(state.byId)
  const marks = new Map(state.marks)
  for (const id of new Set([reply.parent_id, reply.thread_root_id])) {
    const target = id === null ? undefined : byId.get(id)
    if (!target || isInCount(marks.get(target.id), reply)) continue
    byId.set(target.id, withReply(target, reply))
    marks.set(target.id, changedAt(marks.get(target.id), reply.seq))
  }
  const working = state.working.filter(
    ({ agentId, messageId }) => agentId !== reply.author_id || !answers(reply, messageId),
  )
  return { ...state, byId, marks, working }
}

function changedAt(mark: Mark | undefined, seq: number): Mark {
  return { seq, repliesUntil: mark?.repliesUntil ?? null }
}

function isInCount(mark: Mark | undefined, reply: Message): boolean {
  if (mark === undefined) return false
  return reply.seq <= mark.seq || (mark.repliesUntil !== null && reply.uploaded_at <= mark.repliesUntil)
}

/** A change of a held message. Counts of replies stay ours: a change says nothing about them. */
function withUpdated(state: FeedState, message: Message, seq: number): FeedState {
  const byId = new Map(state.byId)
  const marks = new Map(state.marks)
  const content = parentPreview(message.content)

  for (const [id, held] of state.byId) {
    const isMessage = id === message.id
    const isReply = held.parent_post?.id === message.id
    if ((!isMessage && !isReply) || seq <= (marks.get(id)?.seq ?? 0)) continue
    marks.set(id, changedAt(marks.get(id), seq))
    if (isMessage) {
      const { reply_count, last_reply_at, repliers } = held
      byId.set(id, withOwnFields({ ...message, reply_count, last_reply_at, repliers }, held))
    } else if (held.parent_post) {
      byId.set(id, {
        ...held,
        parent_post: { ...held.parent_post, content, waiting_since: message.waiting_since },
      })
    }
  }
  return { ...state, byId, marks }
}

type ReactionEvent = Extract<EventData<'message'>, { action: 'reaction' }>

function withReaction(state: FeedState, data: ReactionEvent, seq: number): FeedState {
  const held = state.byId.get(data.message_id)
  if (!held || seq <= (state.marks.get(held.id)?.seq ?? 0)) return state
  const { [data.emoji]: _, ...others } = held.user_reactions ?? {}
  const own = data.added ? { ...others, [data.emoji]: true as const } : others
  const isOwn = data.actor.id === state.viewerId
  const marks = new Map(state.marks).set(held.id, changedAt(state.marks.get(held.id), seq))
  const isSettled = isOwn && wishOf(state, held.id, data.emoji) === data.added
  const next = isSettled ? withoutWish(state, held.id, data.emoji) : state
  const byId = new Map(next.byId).set(held.id, { ...held, owner_rating: ownerRating(held, data) })
  return withReactions({ ...next, byId, marks }, held.id, {
    reaction_counts: data.reaction_counts,
    user_reactions: isOwn ? own : (held.user_reactions ?? {}),
  })
}

function withDelivery(state: FeedState, delivery: Delivery): FeedState {
  const message = state.byId.get(delivery.message_id ?? '')
  if (!message) return state
  const others = (message.deliveries ?? []).filter(({ id }) => id !== delivery.id)
  const deliveries = [...others, delivery]
  return { ...state, byId: new Map(state.byId).set(message.id, { ...message, deliveries }) }
}

function withWorking(state: FeedState, data: EventData<'agent_working'>): FeedState {
  const { agent_id: agentId, username, message_id: messageId, at: since } = data
  const others = state.working.filter((row) => row.agentId !== agentId || row.messageId !== messageId)
  return {
    ...state,
    working: data.state === 'started' ? [...others, { agentId, username, messageId, since }] : others,
  }
}
