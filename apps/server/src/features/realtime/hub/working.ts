/**
 * Which agents are at work on what (docs/rules/deliveries.md#at-work): from the hand-over of a message to an agent
 * until its answer, at most 5 minutes; those that the server runs, while their job runs. Hand-overs and answers are
 * read from the `delivery` events, which every node takes in; of jobs their node tells the others.
 */
import type { EventData } from '@flockwork/contract/events'
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'
import type { DeliveredToAgent } from '../../inbox/index.ts'

export type WorkingEvent = EventData<'agent_working'>

export interface Working {
  /** What is under way in a space, each as the event that it started with. */
  of(spaceId: string): WorkingEvent[]
  /** The same of a space that nobody follows here, whose hand-overs only the table knows. */
  withHanded(spaceId: string, handed: readonly DeliveredToAgent[]): WorkingEvent[]
  /** What is known of the space's hand-overs by the table, oldest first; what was known of them before is forgotten. */
  load(spaceId: string, handed: readonly DeliveredToAgent[]): void
  /** Nobody hears of the space's hand-overs any more. */
  forget(spaceId: string): void
  /** A `delivery` event of any space. */
  heardOf(event: StoredEvent): void
  /** A job of any node began or ended. */
  heardJob(event: WorkingEvent): void
  /** Ends what has taken too long. */
  expire(): void
}

interface Deps {
  readonly clock: Clock
  /** Something began or ended: the space's readers are to hear of it. */
  readonly onChange: (event: WorkingEvent) => void
}

interface Work {
  readonly event: WorkingEvent
  readonly isJob: boolean
}

/** More at once are told of nobody: the ones that began first make way. Each reader who comes gets them all. */
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

  const forget = (spaceId: string) => {
    for (const [key, { isJob }] of spaces.get(spaceId) ?? []) if (!isJob) drop(spaceId, key)
  }

  const of = (spaceId: string) =>
    [...(spaces.get(spaceId)?.values() ?? [])].filter((work) => !isOver(work)).map(({ event }) => event)

  return {
    of,
    withHanded(spaceId, handed) {
      const known = of(spaceId)
      const keys = new Set(known.map(keyOf))
      const others = handed.map((one) => startedOf(spaceId, one)).filter((event) => !keys.has(keyOf(event)))
      return [...others, ...known]
    },
    forget,
    load(spaceId, handed) {
      forget(spaceId)
      for (const one of handed.slice(-WORKS_MAX)) add({ event: startedOf(spaceId, one), isJob: false })
    },
    heardOf({ spaceId, payload }) {
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
    heardJob(event) {
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
