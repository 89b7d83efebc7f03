/** Fan-out to a space's subscribers, each from its own cursor, in slices, so that other requests run in between. */
import { createBatch, type Batch } from './batch.ts'
import type { Ring } from './ring.ts'

/** A consumer of a space's events: an open stream or an agent's wait. Its methods must not throw or block. */
export interface Subscriber {
  /** The person whose private agents it may see at work (`viewerOf`); absent: none. */
  readonly viewerId?: string | null
  /** The next events, in order. */
  receive(batch: Batch): void
  /** The frame of an ephemeral event. */
  receiveEphemeral?(frame: Buffer): void
  /**
   * Events were dropped from memory before they could be sent: nothing more arrives; read the table and resubscribe.
   */
  onGap(): void
}

export interface Subscription {
  readonly subscriber: Subscriber
  /** The seq of the last event that was sent; `undefined` before the subscription is live. */
  cursor: number | undefined
}

/** What the fan-out needs of a space. At most one run is in progress. */
export interface Audience {
  readonly ring: Ring
  readonly subscriptions: Set<Subscription>
  isFanningOut: boolean
}

/** Above this many subscribers the fan-out lets other requests run in between. */
const SLICE = 500

/** Sends every live subscriber the events after its cursor; those of one tick are joined. */
export function fanOutSoon(audience: Audience): void {
  if (audience.isFanningOut || audience.subscriptions.size === 0) return
  audience.isFanningOut = true
  setImmediate(fanOut, audience, [...audience.subscriptions], 0, new Map<number, Batch>())
}

function fanOut(
  audience: Audience,
  subscriptions: readonly Subscription[],
  from: number,
  batches: Map<number, Batch>,
): void {
  const to = Math.min(from + SLICE, subscriptions.length)
  for (let index = from; index < to; index++) {
    const subscription = subscriptions[index]
    if (subscription !== undefined && audience.subscriptions.has(subscription)) {
      sendTo(audience, subscription, batches)
    }
  }
  if (to < subscriptions.length) return void setImmediate(fanOut, audience, subscriptions, to, new Map())
  audience.isFanningOut = false
  const isBehind = [...audience.subscriptions].some(
    ({ cursor }) => cursor !== undefined && cursor < audience.ring.head(),
  )
  if (isBehind) fanOutSoon(audience)
}

function sendTo(audience: Audience, subscription: Subscription, batches: Map<number, Batch>): void {
  const { cursor } = subscription
  const head = audience.ring.head()
  if (cursor === undefined || cursor >= head) return
  let batch = batches.get(cursor)
  if (batch === undefined) {
    const entries = audience.ring.after(cursor)
    if (entries === undefined) {
      audience.subscriptions.delete(subscription)
      return subscription.subscriber.onGap()
    }
    batch = createBatch(entries, head)
    batches.set(cursor, batch)
  }
  subscription.cursor = batch.head
  subscription.subscriber.receive(batch)
}

/**
 * Sends an ephemeral event to every live subscriber, or only to the viewer that it is private to. A subscriber in its
 * backfill gets the state when it goes live.
 */
export function fanOutEphemeral(audience: Audience, frame: Buffer, privateTo: string | null = null): void {
  const subscriptions = [...audience.subscriptions].filter(({ subscriber }) =>
    maySee(subscriber.viewerId, privateTo),
  )
  fanOutEphemeralFrom(audience, frame, subscriptions, 0)
}

/** Whether this viewer may see something that is private to `privateTo`, or public if null. */
export function maySee(viewerId: string | null | undefined, privateTo: string | null): boolean {
  return privateTo === null || privateTo === viewerId
}

function fanOutEphemeralFrom(
  audience: Audience,
  frame: Buffer,
  subscriptions: readonly Subscription[],
  from: number,
): void {
  for (const subscription of subscriptions.slice(from, from + SLICE)) {
    if (subscription.cursor !== undefined && audience.subscriptions.has(subscription)) {
      subscription.subscriber.receiveEphemeral?.(frame)
    }
  }
  if (from + SLICE < subscriptions.length) {
    setImmediate(fanOutEphemeralFrom, audience, frame, subscriptions, from + SLICE)
  }
}
