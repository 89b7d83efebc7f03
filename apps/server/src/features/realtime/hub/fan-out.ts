/** The serving of a space's followers: sliced, so that other requests run between, and each from its own position. */
import { createBatch, type Batch } from './batch.ts'
import type { Ring } from './ring.ts'

/** Someone who follows a space: an open stream, a waiting agent. */
export interface Follower {
  /** The next events, in order. Must not throw and must not wait. */
  take(batch: Batch): void
  /** An event that passes, as a frame. Must not throw and must not wait. */
  hear?(frame: Buffer): void
  /** Events were dropped from memory before they could be served: begin again from the table. */
  lose(): void
}

export interface Place {
  readonly follower: Follower
  /** What was served; `undefined` before it is live. */
  position: number | undefined
}

/** A space with its followers. At most one run of serving is under way. */
export interface Served {
  readonly ring: Ring
  readonly places: Set<Place>
  isServing: boolean
}

/** Above this many followers the fan-out lets other requests run in between. */
const SLICE = 500

/** Hands every live follower what it has not had yet, joined over the events of one tick. */
export function serveSoon(channel: Served): void {
  if (channel.isServing || channel.places.size === 0) return
  channel.isServing = true
  setImmediate(serve, channel, [...channel.places], 0, new Map<number, Batch>())
}

function serve(channel: Served, places: readonly Place[], from: number, batches: Map<number, Batch>): void {
  const to = Math.min(from + SLICE, places.length)
  for (let index = from; index < to; index++) {
    const place = places[index]
    if (place !== undefined && channel.places.has(place)) serveOne(channel, place, batches)
  }
  if (to < places.length) return void setImmediate(serve, channel, places, to, new Map())
  channel.isServing = false
  const isBehind = [...channel.places].some(
    ({ position }) => position !== undefined && position < channel.ring.head(),
  )
  if (isBehind) serveSoon(channel)
}

function serveOne(channel: Served, place: Place, batches: Map<number, Batch>): void {
  const { position } = place
  const head = channel.ring.head()
  if (position === undefined || position >= head) return
  let batch = batches.get(position)
  if (batch === undefined) {
    const entries = channel.ring.after(position)
    if (entries === undefined) {
      channel.places.delete(place)
      return place.follower.lose()
    }
    batch = createBatch(entries, head)
    batches.set(position, batch)
  }
  place.position = batch.to
  place.follower.take(batch)
}

/** Hands an event that passes to everyone who is live. Those in the middle of a replay hear of it when they are. */
export function passOn(channel: Served, frame: Buffer): void {
  passFrom(channel, frame, [...channel.places], 0)
}

function passFrom(channel: Served, frame: Buffer, places: readonly Place[], from: number): void {
  for (const place of places.slice(from, from + SLICE)) {
    if (place.position !== undefined && channel.places.has(place)) place.follower.hear?.(frame)
  }
  if (from + SLICE < places.length) setImmediate(passFrom, channel, frame, places, from + SLICE)
}
