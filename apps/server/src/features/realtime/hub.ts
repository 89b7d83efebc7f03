/**
 * Hands the events of spaces to those on this node who follow them. It takes events in the order of their
 * numbers and without a gap: what was committed here comes at once, the rest is read from the table when a
 * wake-up says so, and a slow poll heals a wake-up that was lost. Every follower has its own position and is
 * served everything after it, so that nothing is skipped or repeated however the serving is sliced.
 */
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/database.ts'
import type { StoredEvent } from '../../platform/outbox.ts'
import { createBatch, type Batch } from './batch.ts'
import * as repository from './repository.ts'
import { createRing, type Ring, type RingEntry } from './ring.ts'

/** Someone who follows a space: an open stream, a waiting agent. */
export interface Follower {
  /** The next events, in order. Must not throw and must not wait. */
  take(batch: Batch): void
  /** Events were dropped from memory before they could be served: begin again from the table. */
  lose(): void
}

export interface Subscription {
  /** The number that everything was committed to when the following began. */
  readonly head: number
  /**
   * From now on the follower takes everything after `position`. False when memory doesn't reach back so
   * far: read the table up to a later position and ask again.
   */
  goLive(position: number): boolean
  /** What memory holds after `position`, or `undefined` when it doesn't reach back so far. */
  held(position: number): readonly RingEntry[] | undefined
  stop(): void
}

export interface Hub {
  /** Registers first; nothing is served before `goLive`. */
  follow(spaceId: string, follower: Follower): Promise<Subscription>
  /** Events that were just committed on this node. */
  offer(events: readonly StoredEvent[]): void
  stop(): Promise<void>
}

interface Needs {
  readonly db: Db
  readonly bus: Bus
  readonly onError: (error: unknown) => void
}

interface Place {
  readonly follower: Follower
  /** What was served; `undefined` before it is live. */
  position: number | undefined
}

interface Channel {
  readonly spaceId: string
  readonly ring: Ring
  readonly places: Set<Place>
  reading: Promise<void> | undefined
  readAgain: boolean
  isServing: boolean
  linger: NodeJS.Timeout | undefined
}

const POLL_MS = 2000
const READ_MAX = 1000
/** Above this many followers the fan-out lets other requests run in between. */
const SLICE = 500
/** A space that nobody follows stays in memory this long, for those who come back. */
const LINGER_MS = 60_000

export function createHub({ db, bus, onError }: Needs): Hub {
  const opening = new Map<string, Promise<Channel>>()
  const channels = new Map<string, Channel>()
  let isStopped = false

  const open = async (spaceId: string): Promise<Channel> => {
    const heads = await repository.headsOf(db, [spaceId])
    const channel: Channel = {
      spaceId,
      ring: createRing(heads.get(spaceId) ?? 0),
      places: new Set(),
      reading: undefined,
      readAgain: false,
      isServing: false,
      linger: undefined,
    }
    channels.set(spaceId, channel)
    // what was committed between the two
    await readTable(channel)
    return channel
  }

  const channelOf = (spaceId: string): Promise<Channel> => {
    let channel = opening.get(spaceId)
    if (channel === undefined) {
      channel = open(spaceId)
      opening.set(spaceId, channel)
      channel.catch(() => forget(spaceId))
    }
    return channel
  }

  const forget = (spaceId: string) => {
    opening.delete(spaceId)
    channels.delete(spaceId)
  }

  /* serving: one run a channel at a time, joined over the events of one tick */

  const serveSoon = (channel: Channel) => {
    if (channel.isServing || channel.places.size === 0) return
    channel.isServing = true
    setImmediate(serve, channel, [...channel.places], 0, new Map<number, Batch>())
  }

  const serve = (channel: Channel, places: readonly Place[], from: number, batches: Map<number, Batch>) => {
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

  const serveOne = (channel: Channel, place: Place, batches: Map<number, Batch>) => {
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

  /* taking in */

  const readTable = (channel: Channel): Promise<void> => {
    if (channel.reading !== undefined) {
      channel.readAgain = true
      return channel.reading
    }
    channel.reading = readAll(channel).finally(() => {
      channel.reading = undefined
    })
    return channel.reading
  }

  const readAll = async (channel: Channel) => {
    do {
      channel.readAgain = false
      let count: number
      do {
        const events = await repository.listEvents(db, channel.spaceId, channel.ring.head(), READ_MAX)
        for (const event of events) {
          // one that was offered meanwhile is in the ring already
          if (event.seq === channel.ring.head() + 1) channel.ring.push(event)
        }
        count = events.length
        serveSoon(channel)
      } while (count === READ_MAX)
    } while (channel.readAgain)
  }

  const wake = (spaceId: string, seq: number) => {
    const channel = channels.get(spaceId)
    if (channel !== undefined && channel.ring.head() < seq) readTable(channel).catch(onError)
  }

  const lookEverywhere = async () => {
    const heads = await repository.headsOf(db, [...channels.keys()])
    for (const [spaceId, seq] of heads) wake(spaceId, seq)
  }

  const stopListening = bus.onWake((told) => {
    if (told === undefined) lookEverywhere().catch(onError)
    else wake(told.spaceId, told.seq)
  })
  const poll = setInterval(() => void lookEverywhere().catch(onError), POLL_MS)
  poll.unref()

  const leave = (channel: Channel, place: Place) => {
    channel.places.delete(place)
    if (channel.places.size > 0 || isStopped) return
    clearTimeout(channel.linger)
    channel.linger = setTimeout(() => {
      if (channel.places.size === 0) forget(channel.spaceId)
    }, LINGER_MS)
    channel.linger.unref()
  }

  return {
    async follow(spaceId, follower) {
      const channel = await channelOf(spaceId)
      const place: Place = { follower, position: undefined }
      channel.places.add(place)
      return {
        head: channel.ring.head(),
        goLive(position) {
          if (channel.ring.after(position) === undefined) return false
          place.position = position
          serveSoon(channel)
          return true
        },
        held: (position) => channel.ring.after(position),
        stop: () => leave(channel, place),
      }
    },
    offer(events) {
      for (const event of events) {
        const channel = channels.get(event.spaceId)
        if (channel === undefined) continue
        const head = channel.ring.head()
        if (event.seq === head + 1) {
          channel.ring.push(event)
          serveSoon(channel)
        } else if (event.seq > head) {
          // another node's events come between: the table has them all
          readTable(channel).catch(onError)
        }
      }
    },
    async stop() {
      isStopped = true
      stopListening()
      clearInterval(poll)
      for (const channel of channels.values()) clearTimeout(channel.linger)
      await Promise.allSettled([...channels.values()].flatMap((channel) => channel.reading ?? []))
    },
  }
}
