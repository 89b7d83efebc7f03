/**
 * Which agents are working on what (docs/rules/deliveries.md#at-work): from the delivery of a message to an agent until
 * its answer, at most 5 minutes; a managed agent, while its job runs. Deliveries and answers come from the
 * `delivery` events, which every node reads; the node that runs a job publishes its start and end to the others.
 */
import type { EventData } from '@flockwork/contract/events'
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'
import type { DeliveredToAgent } from '../../inbox/index.ts'
import type { PrivateTo } from './agent-privacy.ts'
import { maySee } from './fan-out.ts'

export type WorkingEvent = EventData<'agent_working'>

/** A delivery from the table, with its privacy. */
export interface ShownDelivery extends DeliveredToAgent {
  readonly privateTo: PrivateTo
}

/** An agent's work, from a `delivery` event. */
export interface AgentDelivery extends DeliveredToAgent {
  readonly spaceId: string
  /** True when the message was just delivered; false once the agent answered, or won't. */
  readonly isUnderWay: boolean
}

export interface Working {
  /** The current work in a space that this viewer may see, each as its start event. */
  list(spaceId: string, viewerId: string | null | undefined): WorkingEvent[]
  /** The same for a space without subscribers here, whose deliveries are read from the table. */
  withDelivered(
    spaceId: string,
    deliveries: readonly ShownDelivery[],
    viewerId: string | null | undefined,
  ): WorkingEvent[]
  /** Replaces the space's known deliveries by those of the table, oldest first. */
  load(spaceId: string, deliveries: readonly ShownDelivery[]): void
  /** Drops the space's known deliveries, when it has no subscribers any more. */
  clear(spaceId: string): void
  /** Applies a `delivery` event of any space, with its privacy. */
  onDelivery(delivery: AgentDelivery, privateTo: PrivateTo): void
  /** Whether the agent is at work anywhere. */
  isAtWork(agentId: string): boolean
  /** The agent became private or public: for accounts that may no longer see its work, the work ends. */
  setPrivateTo(agentId: string, privateTo: PrivateTo): void
  /** Applies the start or end of a job on any node. */
  onJob(event: WorkingEvent): void
  /** Ends work that has taken too long. */
  expire(): void
}

interface Deps {
  readonly clock: Clock
  /** Called when work started or ended, for the space's readers who may see it. */
  readonly onChange: (event: WorkingEvent, privateTo: PrivateTo) => void
}

interface Work {
  readonly event: WorkingEvent
  readonly isJob: boolean
  readonly privateTo: PrivateTo
}

/** The maximum in one space, because each new reader gets all of them. Beyond it the oldest ends. */
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
    onChange(work.event, work.privateTo)
    const works = spaces.get(work.event.space_id)
    const [first] = works?.values() ?? []
    if (works !== undefined && works.size > WORKS_MAX && first !== undefined) stop(first.event)
  }

  const stop = (event: WorkingEvent) => {
    const work = drop(event.space_id, keyOf(event))
    if (work !== undefined) onChange(endOf(work), work.privateTo)
  }

  const endOf = ({ event }: Work): WorkingEvent => ({
    ...event,
    at: wireTime(new Date(clock.now())),
    state: 'stopped',
  })

  const clear = (spaceId: string) => {
    for (const [key, { isJob }] of spaces.get(spaceId) ?? []) if (!isJob) drop(spaceId, key)
  }

  const list = (spaceId: string, viewerId: string | null | undefined) =>
    [...(spaces.get(spaceId)?.values() ?? [])]
      .filter((work) => !isOver(work) && maySee(viewerId, work.privateTo))
      .map(({ event }) => event)

  const worksOf = (agentId: string) =>
    [...spaces.values()].flatMap((works) =>
      [...works.entries()].flatMap(([key, work]) =>
        work.event.agent_id === agentId ? [{ works, key, work }] : [],
      ),
    )

  return {
    list,
    withDelivered(spaceId, deliveries, viewerId) {
      const known = list(spaceId, viewerId)
      const keys = new Set(known.map(keyOf))
      const others = deliveries
        .filter(({ privateTo }) => maySee(viewerId, privateTo))
        .map((delivery) => startedOf(spaceId, delivery))
        .filter((event) => !keys.has(keyOf(event)))
      return [...others, ...known]
    },
    clear,
    load(spaceId, deliveries) {
      clear(spaceId)
      for (const delivery of deliveries.slice(-WORKS_MAX)) {
        add({ event: startedOf(spaceId, delivery), isJob: false, privateTo: delivery.privateTo })
      }
    },
    onDelivery(delivery, privateTo) {
      const event = startedOf(delivery.spaceId, delivery)
      if (delivery.isUnderWay) start({ event, isJob: false, privateTo })
      else stop(event)
    },
    isAtWork: (agentId) => worksOf(agentId).length > 0,
    setPrivateTo(agentId, privateTo) {
      for (const { works, key, work } of worksOf(agentId)) {
        if (work.privateTo === privateTo) continue
        onChange(endOf(work), work.privateTo)
        works.set(key, { ...work, privateTo })
        onChange(work.event, privateTo)
      }
    },
    // only agents without an owner have jobs, and these are never private
    onJob(event) {
      if (event.state === 'stopped') return stop(event)
      const works = spaces.get(event.space_id)
      const work = works?.get(keyOf(event))
      if (work === undefined) return start({ event, isJob: true, privateTo: null })
      const isNew = event.text !== work.event.text || event.stoppable !== work.event.stoppable
      if (!isNew || isOver(work)) return
      // the same work, so its age is unchanged
      const next = { ...work, isJob: true, event: { ...event, at: work.event.at } }
      works?.set(keyOf(event), next)
      onChange(next.event, next.privateTo)
    },
    expire() {
      for (const works of spaces.values()) {
        for (const work of works.values()) if (isOver(work)) stop(work.event)
      }
    },
  }
}

/** The agent's work in a stored event; undefined if the event isn't about any. */
export function readAgentDelivery({ name, spaceId, payload }: StoredEvent): AgentDelivery | undefined {
  if (name !== 'delivery') return undefined
  const { message_id: messageId, delivery } = JSON.parse(payload) as EventData<'delivery'>
  const { recipient, state, at } = delivery
  if (recipient.type !== 'agent' || messageId === null) return undefined
  // an agent may acknowledge a message long after it started on it
  if (state === 'seen') return undefined
  return {
    spaceId,
    agentId: recipient.id,
    username: recipient.handle,
    messageId,
    at: new Date(at),
    isUnderWay: state === 'delivered',
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
