/**
 * Hands the events of spaces to those on this node who follow them. It takes events in the order of their
 * numbers and without a gap: what was committed here comes at once, the rest is read from the table when a
 * wake-up says so, and a slow poll heals a wake-up that was lost. Every follower has its own position and is
 * served everything after it, so that nothing is skipped or repeated however the serving is sliced.
 */
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import type { EphemeralEventName } from '@flockwork/contract/events'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'
import { withCurrentMessage } from '../../messages/index.ts'
import { deliveredToAgents } from '../../inbox/index.ts'
import { changedMessage } from './changed-message.ts'
import { frame } from './frame.ts'
import * as repository from './repository.ts'
import { createRing, type RingEntry } from './ring.ts'
import { passOn, serveSoon, type Follower, type Place, type Served } from './fan-out.ts'
import { WORKS_MAX, createWorking, type WorkingEvent } from './working.ts'

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
  /** Who is at work on what in a space, for who doesn't follow it. */
  workingIn(spaceId: string): Promise<WorkingEvent[]>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

interface Channel extends Served {
  readonly spaceId: string
  reading: Promise<void> | undefined
  readAgain: boolean
  linger: NodeJS.Timeout | undefined
}

const POLL_MS = 2000
const EXPIRE_EVERY_MS = 1000
const READ_MAX = 1000
/** A space that nobody follows stays in memory this long, for those who come back. */
const LINGER_MS = 60_000

export function createHub({ db, bus, clock, onError }: Deps): Hub {
  const opening = new Map<string, Promise<Channel>>()
  const channels = new Map<string, Channel>()
  let isStopped = false

  const tell = (name: EphemeralEventName, data: { readonly space_id: string }) => {
    const channel = channels.get(data.space_id)
    if (channel !== undefined) passOn(channel, frame(name, data))
  }
  const working = createWorking({ clock, onChange: (event) => tell('agent_working', event) })

  const handedLately = (spaceId: string) => {
    const since = new Date(clock.now() - AGENT_WORKING_MAX_MS)
    return deliveredToAgents(db, spaceId, { since, limit: WORKS_MAX })
  }

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
    // read before any event is taken in, so that none of them is undone by what was true before it
    working.load(spaceId, await handedLately(spaceId))
    channels.set(spaceId, channel)
    // what was committed since
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
    working.forget(spaceId)
  }

  /* taking in */

  /** Adds an event; when it tells of a change of a message, what memory holds of that message changes, too. */
  const takeIn = ({ ring }: Channel, event: StoredEvent) => {
    const changed = changedMessage(event)
    if (changed !== undefined) ring.rewrite((payload) => withCurrentMessage(payload, changed))
    ring.push(event)
    if (event.name === 'delivery') working.heardOf(event)
  }

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
          if (event.seq === channel.ring.head() + 1) takeIn(channel, event)
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

  const unsubscribe = [
    bus.subscribe('wake', ({ spaceId, seq }) => wake(spaceId, seq)),
    bus.subscribe(['wake_all', 'reconnected'], () => void lookEverywhere().catch(onError)),
    bus.subscribe('ephemeral', ({ event }) => {
      if (event.name === 'agent_working') working.heardJob(event.data)
      else tell(event.name, event.data)
    }),
  ]
  const expiring = setInterval(() => working.expire(), EXPIRE_EVERY_MS)
  expiring.unref()
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
          for (const event of working.of(spaceId)) follower.hear?.(frame('agent_working', event))
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
          takeIn(channel, event)
          serveSoon(channel)
        } else if (event.seq > head) {
          // another node's events come between: the table has them all
          readTable(channel).catch(onError)
        }
      }
    },
    async workingIn(spaceId) {
      if (channels.has(spaceId)) return working.of(spaceId)
      return working.withHanded(spaceId, await handedLately(spaceId))
    },
    async stop() {
      isStopped = true
      for (const end of unsubscribe) end()
      clearInterval(expiring)
      clearInterval(poll)
      for (const channel of channels.values()) clearTimeout(channel.linger)
      await Promise.allSettled([...channels.values()].flatMap((channel) => channel.reading ?? []))
    },
  }
}
