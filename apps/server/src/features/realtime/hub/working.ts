/**
 * Which agents are working on what (docs/rules/deliveries.md#at-work): from the delivery of a message to an agent until
 * its answer, at most 5 minutes; an agent that the server runs, while its job runs. Deliveries and answers come from the
 * `delivery` events, which every node reads; the node that runs a job publishes its start and end to the others.
 */
import type { EventData } from '@flockwork/contract/events'
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'
import type { DeliveredToAgent } from '../../inbox/index.ts'

export type WorkingEvent = EventData<'agent_working'>

export interface Working {
  /** What is under way in a space, each as the event that it started with. */
  list(spaceId: string): WorkingEvent[]
  /** The same for a space without subscribers here, whose deliveries are read from the table. */
  withDelivered(spaceId: string, deliveries: readonly DeliveredToAgent[]): WorkingEvent[]
  /** Replaces what is known of the space's deliveries by those of the table, oldest first. */
  load(spaceId: string, deliveries: readonly DeliveredToAgent[]): void
  /** Drops what is known of the space's deliveries; nobody subscribes to it any more. */
  clear(spaceId: string): void
  /** Takes a `delivery` event of any space. */
  onDelivery(event: StoredEvent): void
  /** Takes the start or the end of a job of any node. */
  onJob(event: WorkingEvent): void
  /** Ends what has taken too long. */
  expire(): void
}

interface Deps {
  readonly clock: Clock
  /** Called when something began or ended, for the space's readers. */
  readonly onChange: (event: WorkingEvent) => void
}

interface Work {
  readonly event: WorkingEvent
  readonly isJob: boolean
}

/** In one space. Beyond it the oldest ends: each new reader gets all of them. */
export const WORKS_MAX = 200

export function createWorking({ clock, onChange }: Deps): Working {
  const spaces = new Map<string, Map<string, Work>>()

  const isOver = ({ event }: Work) => clock.now() - Date.parse(event.at) >= AGENT_WORKING_MAX_MS

  const add = (work: Work): boolean => {
    const { space_id: spaceId } = work.event
    const works = spaces.get(spaceId) ?? new Map<string, Work>()
    if (works.has(keyOf(work.event)) || isOver(work)) return false
    spaces.set(spaceId, works.set(keyOf(work.event), work))
    return true
  }

  const drop = (spaceId: string, key: string): Work | undefined => {
    const works = spaces.get(spaceId)
    const work = works?.get(key)
    works?.delete(key)
    if (works?.size === 0) spaces.delete(spaceId)
    return work
  }

  const start = (work: Work) => {
    if (!add(work)) return
    onChange(work.event)
    const works = spaces.get(work.event.space_id)
    const [first] = works?.values() ?? []
    if (works !== undefined && works.size > WORKS_MAX && first !== undefined) stop(first.event)
  }

  const stop = (event: WorkingEvent) => {
    const work = drop(event.space_id, keyOf(event))
    if (work !== undefined) onChange({ ...work.event, at: wireTime(new Date(clock.now())), state: 'stopped' })
  }

  const clear = (spaceId: string) => {
    for (const [key, { isJob }] of spaces.get(spaceId) ?? []) if (!isJob) drop(spaceId, key)
  }

  const list = (spaceId: string) =>
    [...(spaces.get(spaceId)?.values() ?? [])].filter((work) => !isOver(work)).map(({ event }) => event)

  return {
    list,
    withDelivered(spaceId, deliveries) {
      const known = list(spaceId)
      const keys = new Set(known.map(keyOf))
      const others = deliveries
        .map((delivery) => startedOf(spaceId, delivery))
        .filter((event) => !keys.has(keyOf(event)))
      return [...others, ...known]
    },
    clear,
    load(spaceId, deliveries) {
      clear(spaceId)
      for (const delivery of deliveries.slice(-WORKS_MAX)) {
        add({ event: startedOf(spaceId, delivery), isJob: false })
      }
    },
    onDelivery({ spaceId, payload }) {
      const { message_id: messageId, delivery } = JSON.parse(payload) as EventData<'delivery'>
      const { recipient, state, at } = delivery
      if (recipient.type !== 'agent' || messageId === null) return
      const event = startedOf(spaceId, {
        agentId: recipient.id,
        username: recipient.handle,
        messageId,
        at: new Date(at),
      })
      if (state === 'delivered' || state === 'seen') start({ event, isJob: false })
      else stop(event)
    },
    onJob(event) {
      if (event.state === 'started') start({ event, isJob: true })
      else stop(event)
    },
    expire() {
      for (const works of spaces.values()) {
        for (const work of works.values()) if (isOver(work)) stop(work.event)
      }
    },
  }
}

function keyOf({ agent_id: agentId, message_id: messageId }: WorkingEvent): string {
  return `${agentId}:${messageId}`
}

function startedOf(spaceId: string, { agentId, username, messageId, at }: DeliveredToAgent): WorkingEvent {
  return {
    space_id: spaceId,
    at: wireTime(at),
    agent_id: agentId,
    username,
    message_id: messageId,
    state: 'started',
  }
}
