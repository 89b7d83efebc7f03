/**
 * Fan-out of each space's events to this node's subscribers, gap-free and in order. Events committed on this node
 * arrive at once; the others are read from the table on a wake-up, or by the slow poll if the wake-up was lost.
 */
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import type { EphemeralEventName } from '@flockwork/contract/events'
import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'
import { withCurrentMessage } from '../../messages/index.ts'
import { withCurrentTask } from '../../tasks/index.ts'
import { deliveredToAgents } from '../../inbox/index.ts'
import { createAgentPrivacy, type PrivateTo } from './agent-privacy.ts'
import { frame } from './frame.ts'
import * as repository from './repository.ts'
import { createRing, type RingEntry } from './ring.ts'
import { fanOutEphemeral, fanOutSoon, type Audience, type Subscriber, type Subscription } from './fan-out.ts'
import { WORKS_MAX, createWorking, readAgentDelivery, type WorkingEvent } from './working.ts'

/** A subscriber's own view of a space. Nothing is sent before `goLive`. */
export interface SpaceSubscription {
  /** The head at the time of subscribing: everything after it is in the ring. */
  readonly head: number
  /**
   * From now on the subscriber receives everything after `cursor`. False if the ring doesn't reach back that far: read
   * the table up to a later seq and retry.
   */
  goLive(cursor: number): boolean
  /** What the ring has after `cursor`, or `undefined` if it doesn't reach back that far. */
  after(cursor: number): readonly RingEntry[] | undefined
  stop(): void
}

export interface Hub {
  subscribe(spaceId: string, subscriber: Subscriber): Promise<SpaceSubscription>
  /** Receives events that were just committed on this node. */
  offer(events: readonly StoredEvent[]): void
  /** The work of agents in a space that this viewer may see, for a caller without a subscription. */
  workingIn(spaceId: string, viewerId: string | null): Promise<WorkingEvent[]>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** A space with subscribers on this node. */
interface SpaceBuffer extends Audience {
  readonly spaceId: string
  /** The current read of the table. */
  reading: Promise<void> | undefined
  mustReadAgain: boolean
  linger: NodeJS.Timeout | undefined
}

const POLL_MS = 2000
const EXPIRE_EVERY_MS = 1000
const READ_MAX = 1000
/** A space without subscribers stays in memory this long, for clients that reconnect. */
const LINGER_MS = 60_000

export function createHub({ db, bus, clock, onError }: Deps): Hub {
  const opening = new Map<string, Promise<SpaceBuffer>>()
  const buffers = new Map<string, SpaceBuffer>()
  let isStopped = false

  const sendEphemeral = (
    name: EphemeralEventName,
    data: { readonly space_id: string },
    privateTo: PrivateTo,
  ) => {
    const buffer = buffers.get(data.space_id)
    if (buffer !== undefined) fanOutEphemeral(buffer, frame(name, data), privateTo)
  }
  const privacy = createAgentPrivacy({ db, clock, bus })
  const working = createWorking({
    clock,
    onChange: (event, privateTo) => sendEphemeral('agent_working', event, privateTo),
  })

  const listRecentDeliveries = async (spaceId: string) => {
    const since = new Date(clock.now() - AGENT_WORKING_MAX_MS)
    const deliveries = await deliveredToAgents(db, spaceId, { since, limit: WORKS_MAX })
    return Promise.all(
      deliveries.map(async (delivery) => ({
        ...delivery,
        privateTo: await privacy.privateTo(delivery.agentId),
      })),
    )
  }

  /** Serialises changes of an agent's work: an end must not overtake its start. */
  const changing = new Map<string, Promise<void>>()
  const changeWorkOf = (agentId: string, change: (privateTo: PrivateTo) => void) => {
    const before = changing.get(agentId) ?? Promise.resolve()
    const step = before
      .then(async () => change(await privacy.privateTo(agentId)))
      .catch(onError)
      .finally(() => {
        if (changing.get(agentId) === step) changing.delete(agentId)
      })
    changing.set(agentId, step)
  }

  const open = async (spaceId: string): Promise<SpaceBuffer> => {
    const heads = await repository.findHeads(db, [spaceId])
    const buffer: SpaceBuffer = {
      spaceId,
      ring: createRing(heads.get(spaceId) ?? 0),
      subscriptions: new Set(),
      reading: undefined,
      mustReadAgain: false,
      isFanningOut: false,
      linger: undefined,
    }
    // before any event is added, or an older state would undo it
    working.load(spaceId, await listRecentDeliveries(spaceId))
    buffers.set(spaceId, buffer)
    // events committed since then
    await readTable(buffer)
    return buffer
  }

  const bufferOf = (spaceId: string): Promise<SpaceBuffer> => {
    let buffer = opening.get(spaceId)
    if (buffer === undefined) {
      buffer = open(spaceId)
      opening.set(spaceId, buffer)
      buffer.catch(() => drop(spaceId))
    }
    return buffer
  }

  const drop = (spaceId: string) => {
    opening.delete(spaceId)
    buffers.delete(spaceId)
    working.clear(spaceId)
  }

  /** Adds the next event. One that changes a message or a task rewrites its copies in the ring, too. */
  const add = ({ ring }: SpaceBuffer, event: StoredEvent) => {
    const changed = changedMessage(event)
    if (changed !== undefined) ring.rewrite((payload) => withCurrentMessage(payload, changed))
    const task = changedTask(event)
    if (task !== undefined) ring.rewrite((payload) => withCurrentTask(payload, task))
    ring.push(event)
    const delivery = readAgentDelivery(event)
    if (delivery === undefined) return
    changeWorkOf(delivery.agentId, (privateTo) => {
      if (buffers.has(delivery.spaceId)) working.onDelivery(delivery, privateTo)
    })
  }

  const readTable = (buffer: SpaceBuffer): Promise<void> => {
    if (buffer.reading !== undefined) {
      buffer.mustReadAgain = true
      return buffer.reading
    }
    buffer.reading = readToEnd(buffer).finally(() => {
      buffer.reading = undefined
    })
    return buffer.reading
  }

  const readToEnd = async (buffer: SpaceBuffer) => {
    do {
      buffer.mustReadAgain = false
      let count: number
      do {
        const events = await repository.listEvents(db, buffer.spaceId, buffer.ring.head(), READ_MAX)
        for (const event of events) {
          // an event that was offered meanwhile is already in the ring
          if (event.seq === buffer.ring.head() + 1) add(buffer, event)
        }
        count = events.length
        fanOutSoon(buffer)
      } while (count === READ_MAX)
    } while (buffer.mustReadAgain)
  }

  const wake = (spaceId: string, seq: number) => {
    const buffer = buffers.get(spaceId)
    if (buffer !== undefined && buffer.ring.head() < seq) readTable(buffer).catch(onError)
  }

  const wakeAll = async () => {
    const heads = await repository.findHeads(db, [...buffers.keys()])
    for (const [spaceId, seq] of heads) wake(spaceId, seq)
  }

  const unsubscribes = [
    bus.subscribe('wake', ({ spaceId, seq }) => wake(spaceId, seq)),
    bus.subscribe(['wake_all', 'reconnected'], () => void wakeAll().catch(onError)),
    bus.subscribe('ephemeral', ({ event, privateTo = null }) => {
      if (event.name === 'agent_working') working.onJob(event.data)
      else sendEphemeral(event.name, event.data, privateTo)
    }),
    bus.subscribe('account_changed', ({ accountId }) => {
      if (!working.isAtWork(accountId) && !changing.has(accountId)) return
      changeWorkOf(accountId, (privateTo) => working.setPrivateTo(accountId, privateTo))
    }),
  ]
  const expiring = setInterval(() => working.expire(), EXPIRE_EVERY_MS)
  expiring.unref()
  const polling = setInterval(() => void wakeAll().catch(onError), POLL_MS)
  polling.unref()

  const unsubscribe = (buffer: SpaceBuffer, subscription: Subscription) => {
    buffer.subscriptions.delete(subscription)
    if (buffer.subscriptions.size > 0 || isStopped) return
    clearTimeout(buffer.linger)
    buffer.linger = setTimeout(() => {
      if (buffer.subscriptions.size === 0) drop(buffer.spaceId)
    }, LINGER_MS)
    buffer.linger.unref()
  }

  return {
    async subscribe(spaceId, subscriber) {
      const buffer = await bufferOf(spaceId)
      const subscription: Subscription = { subscriber, cursor: undefined }
      buffer.subscriptions.add(subscription)
      return {
        head: buffer.ring.head(),
        goLive(cursor) {
          if (buffer.ring.after(cursor) === undefined) return false
          subscription.cursor = cursor
          for (const event of working.list(spaceId, subscriber.viewerId)) {
            subscriber.receiveEphemeral?.(frame('agent_working', event))
          }
          fanOutSoon(buffer)
          return true
        },
        after: (cursor) => buffer.ring.after(cursor),
        stop: () => unsubscribe(buffer, subscription),
      }
    },
    offer(events) {
      for (const event of events) {
        const buffer = buffers.get(event.spaceId)
        if (buffer === undefined) continue
        const head = buffer.ring.head()
        if (event.seq === head + 1) {
          add(buffer, event)
          fanOutSoon(buffer)
        } else if (event.seq > head) {
          // another node's events come in between: the table has all of them
          readTable(buffer).catch(onError)
        }
      }
    },
    async workingIn(spaceId, viewerId) {
      if (buffers.has(spaceId)) return working.list(spaceId, viewerId)
      return working.withDelivered(spaceId, await listRecentDeliveries(spaceId), viewerId)
    },
    async stop() {
      isStopped = true
      for (const end of unsubscribes) end()
      clearInterval(expiring)
      clearInterval(polling)
      for (const buffer of buffers.values()) clearTimeout(buffer.linger)
      await Promise.allSettled([...buffers.values()].flatMap((buffer) => buffer.reading ?? []))
    },
  }
}

/** Prefixes of payloads that are changes, so that posts, which are most events, needn't be parsed. */
const CHANGES = ['{"action":"updated"', '{"action":"deleted"']

/** The current message, when the event changes one. */
function changedMessage({ name, payload }: StoredEvent): Message | undefined {
  if (name !== 'message' || !CHANGES.some((start) => payload.startsWith(start))) return undefined
  // written by the messages room in this shape
  return (JSON.parse(payload) as { message: Message }).message
}

/** The task, if the event may change its text. */
function changedTask({ name, payload }: StoredEvent): Task | undefined {
  if (name !== 'task_update' || !CHANGES.some((start) => payload.startsWith(start))) return undefined
  // written by the tasks room in this shape
  return (JSON.parse(payload) as { task: Task }).task
}
