/** Reducers of this room's events. Pure: a test compares their result with a refetched feed. */
import { deliveryKey } from './deliveries.ts'
import { workingOf } from './working.ts'
import type { EventData } from '@flockwork/contract/events'
import { BOOTSTRAP_POSTS } from '@flockwork/contract/limits'
import type { Delivery, Message } from '@flockwork/contract/messages'
import { parentPreview } from '@flockwork/contract/text/preview'
import { applyEvent, type EventTable, type LiveEvent } from '../../../realtime/apply-event.ts'
import { ownerRating } from './agent-feedback.ts'
import { withNewest } from './feed-pages.ts'
import {
  isReplyTo,
  FEED_TRIM,
  FEED_MAX,
  firstSeq,
  insertBySeq,
  lastSeq,
  pruned,
  trim,
  withoutPending,
  withReply,
  type FeedState,
  type MessageVersion,
} from './feed-state.ts'
import { optimisticReaction, withReactions, withoutOptimisticReaction } from './optimistic-reactions.ts'
import { withViewerFields } from './snapshots.ts'

type EventNames = 'identity_bootstrap' | 'bootstrap' | 'message' | 'mention' | 'delivery' | 'agent_working'

export const messageReducers = {
  // a new stream repeats who is at work, but not who has stopped meanwhile
  identity_bootstrap: (state) => (state.working.length === 0 ? state : { ...state, working: [] }),
  bootstrap: withBootstrap,
  message: (state, data, id) => applyOnce(state, id, (next) => withMessageEvent(next, data, id)),
  // the message itself came one seq before
  mention: (state, _data, id) => applyOnce(state, id, (next) => next),
  delivery: (state, { delivery }, id) => applyOnce(state, id, (next) => withDelivery(next, delivery)),
  agent_working: withWorking,
} satisfies EventTable<FeedState, EventNames>

/** The feed after `events`, in order. Events of other rooms change nothing. */
export function applyEvents(state: FeedState, events: readonly LiveEvent[]): FeedState {
  return events.reduce((next, event) => applyEvent(messageReducers, next, event), state)
}

/** An event that was applied before changes nothing: a stream may repeat some around a reconnect. */
function applyOnce(state: FeedState, id: number | null, change: (state: FeedState) => FeedState): FeedState {
  if (id === null) return change(state)
  return id <= state.appliedSeq ? state : { ...change(state), appliedSeq: id }
}

/**
 * The start of a stream. It joins a feed that was loaded moments before; a feed that had a stream starts over, because
 * nobody knows what it missed.
 */
function withBootstrap(state: FeedState, data: EventData<'bootstrap'>, id: number | null): FeedState {
  const completeSeq = id ?? 0
  const page = { posts: data.posts, oldest_cursor: null, has_more: data.posts.length >= BOOTSTRAP_POSTS }
  const hadStream = state.appliedSeq > 0 || data.reset === true
  const start: FeedState = hadStream
    ? {
        ...state,
        order: [],
        threads: new Map(),
        missedSeqs: [],
        newestSeq: 0,
        versions: new Map(),
        working: [],
        cursor: null,
      }
    : state
  const joined = withNewest(start, page, { requestSeq: completeSeq, completeSeq })
  return pruned({ ...joined, appliedSeq: completeSeq })
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
    case 'hold': {
      const message = state.byId.get(data.message_id)
      return message ? withUpdated(state, { ...message, hold: data.hold }, id ?? 0) : state
    }
    default:
      // a newer server's action: the app refetches what it changed
      return state
  }
}

function withCreated(state: FeedState, message: Message, clientId: string | undefined): FeedState {
  // a replay carries the message as it is now; its replies follow as separate events
  const fresh: Message = { ...message, reply_count: 0, last_reply_at: null, repliers: [] }
  const counted = withReplyCounted(state, fresh)
  return withArrived(clientId === undefined ? counted : withoutPending(counted, clientId), fresh, true)
}

/**
 * Adds a message to `order`, its thread and the filtered view, as far as it belongs there.
 *
 * @param isCounted whether it counts as missed where it isn't shown
 */
export function withArrived(state: FeedState, message: Message, isCounted: boolean): FeedState {
  const isLoaded = state.byId.has(message.id)
  const end = lastSeq(state)
  const start = firstSeq(state)
  // there would be a gap after it: scrolling up loads what is between
  const isOlder = state.hasOlder && start !== null && message.seq < start
  const isNewer = end !== null && message.seq > end
  const isFull = state.isReadingBack && state.order.length >= FEED_MAX
  // the list scrolls to the viewer's own message
  const isLeftOut = isFull && isNewer && message.author_id !== state.viewerId
  const belongsInOrder = !isOlder && !isLeftOut && (state.hasNewest || (end !== null && message.seq < end))
  const thread = state.threads.get(message.thread_root_id ?? '')
  const belongsInThread = thread !== undefined && thread.nextCursor === null
  const { filteredView } = state
  const belongsInView = filteredView?.matches(message) === true
  const newestSeq = Math.max(state.newestSeq, message.seq)

  const hasNewest = state.hasNewest && !isLeftOut
  let next: FeedState = { ...state, isLoaded: true, newestSeq, hasNewest }
  if (!isLoaded && (belongsInOrder || belongsInThread || belongsInView)) {
    next = {
      ...next,
      byId: new Map(next.byId).set(message.id, message),
      versions: new Map(next.versions).set(message.id, { seq: message.seq, repliesUntil: null }),
    }
  }
  if (belongsInThread && message.thread_root_id !== null) {
    const ids = insertBySeq(next, thread.ids, message)
    next = { ...next, threads: new Map(next.threads).set(message.thread_root_id, { ...thread, ids }) }
  }
  if (belongsInView) {
    const ids = insertBySeq(next, filteredView.ids, message).slice(-FEED_MAX)
    next = { ...next, filteredView: { ...filteredView, ids } }
  }
  if (belongsInOrder) {
    const order = insertBySeq(next, next.order, message)
    return trim({ ...next, order }, 'oldest', FEED_MAX - FEED_TRIM)
  }
  const isMissed = isCounted && !isOlder && !next.missedSeqs.includes(message.seq)
  return isMissed ? { ...next, missedSeqs: [...next.missedSeqs, message.seq] } : next
}

/**
 * The response to a send: the message replaces its pending row. Its event, before or after, changes only the counts.
 */
export function withAcknowledged(state: FeedState, clientId: string, message: Message): FeedState {
  const next = withoutPending(state, clientId)
  const loaded = next.byId.get(message.id)
  if (loaded) return { ...next, byId: new Map(next.byId).set(message.id, withViewerFields(loaded, message)) }
  // its event has counted it as missed already
  return message.seq <= next.appliedSeq && !next.hasNewest ? next : withArrived(next, message, true)
}

/** Counts a reply on its parent and root, unless their versions include it, and ends its author's work on them. */
export function withReplyCounted(state: FeedState, reply: Message): FeedState {
  if (reply.parent_id === null && reply.thread_root_id === null) return state
  const byId = new Map(state.byId)
  const versions = new Map(state.versions)
  for (const id of new Set([reply.parent_id, reply.thread_root_id])) {
    const target = id === null ? undefined : byId.get(id)
    if (!target || isInCount(versions.get(target.id), reply)) continue
    byId.set(target.id, withReply(target, reply))
    versions.set(target.id, changedAt(versions.get(target.id), reply.seq))
  }
  const working = state.working.filter(
    ({ agentId, messageId }) => agentId !== reply.author_id || !isReplyTo(reply, messageId),
  )
  return { ...state, byId, versions, working }
}

function changedAt(version: MessageVersion | undefined, seq: number): MessageVersion {
  return { seq, repliesUntil: version?.repliesUntil ?? null }
}

function isInCount(version: MessageVersion | undefined, reply: Message): boolean {
  if (version === undefined) return false
  const { seq, repliesUntil } = version
  return reply.seq <= seq || (repliesUntil !== null && reply.uploaded_at <= repliesUntil)
}

/** Replaces a loaded message, except its reply counts, which the event doesn't carry, and its preview on replies. */
function withUpdated(state: FeedState, message: Message, seq: number): FeedState {
  const byId = new Map(state.byId)
  const versions = new Map(state.versions)
  const content = parentPreview(message.content)

  for (const [id, loaded] of state.byId) {
    const isMessage = id === message.id
    const isReply = loaded.parent_post?.id === message.id
    if ((!isMessage && !isReply) || seq <= (versions.get(id)?.seq ?? 0)) continue
    versions.set(id, changedAt(versions.get(id), seq))
    if (isMessage) {
      const { reply_count, last_reply_at, repliers } = loaded
      byId.set(id, withViewerFields({ ...message, reply_count, last_reply_at, repliers }, loaded))
    } else if (loaded.parent_post) {
      byId.set(id, {
        ...loaded,
        parent_post: { ...loaded.parent_post, content, waiting_since: message.waiting_since },
      })
    }
  }
  return { ...state, byId, versions }
}

type ReactionEvent = Extract<EventData<'message'>, { action: 'reaction' }>

function withReaction(state: FeedState, data: ReactionEvent, seq: number): FeedState {
  const message = state.byId.get(data.message_id)
  if (!message || seq <= (state.versions.get(message.id)?.seq ?? 0)) return state
  const { [data.emoji]: _, ...others } = message.user_reactions ?? {}
  const own = data.added ? { ...others, [data.emoji]: true as const } : others
  const isOwn = data.actor.id === state.viewerId
  const versions = new Map(state.versions).set(message.id, changedAt(state.versions.get(message.id), seq))
  const isConfirmed = isOwn && optimisticReaction(state, message.id, data.emoji) === data.added
  const next = isConfirmed ? withoutOptimisticReaction(state, message.id, data.emoji) : state
  const byId = new Map(next.byId).set(message.id, { ...message, owner_rating: ownerRating(message, data) })
  return withReactions({ ...next, byId, versions }, message.id, {
    reaction_counts: data.reaction_counts,
    user_reactions: isOwn ? own : (message.user_reactions ?? {}),
  })
}

function withDelivery(state: FeedState, delivery: Delivery): FeedState {
  const message = state.byId.get(delivery.message_id ?? '')
  if (!message) return state
  const key = deliveryKey(delivery)
  const others = (message.deliveries ?? []).filter((one) => deliveryKey(one) !== key)
  const deliveries = [...others, delivery]
  return { ...state, byId: new Map(state.byId).set(message.id, { ...message, deliveries }) }
}

function withWorking(state: FeedState, data: EventData<'agent_working'>): FeedState {
  const row = workingOf(data)
  const others = state.working.filter((one) => one.agentId !== row.agentId || one.messageId !== row.messageId)
  return { ...state, working: data.state === 'started' ? [...others, row] : others }
}
