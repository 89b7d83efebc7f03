/** The waits of this process: how many there are, whose, and how one is ended early. */
import { WAITS_PER_AGENT, WAITS_PER_PROCESS } from '@flockwork/contract/limits'
import type { AgentActor } from '../../../platform/actor.ts'
import { concerns } from '../../../platform/access-changes.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { createStops, type Stop } from './suspensions.ts'

export type RequestId = string | number

export interface WaitPlace {
  /** Aborted when the client says that it no longer waits, the agent stops, or the server does. */
  readonly ended: AbortSignal
  /** Called whenever something about the agent may have changed: its credentials, its spaces. */
  onStale: () => void
  leave(): void
}

/** Why there is no place, and when to ask again. */
export interface NoPlace {
  readonly retryAfterSeconds: number
  /** The agent's own stop, rather than too many waits. */
  readonly stop: Stop | undefined
}

export interface Waits {
  /** Takes a place for a wait, if this agent and this process have one left. */
  enter(agent: AgentActor, requestId: RequestId): WaitPlace | NoPlace
  /** Ends the waits of this request id and this credential at once, as if their time were over. */
  cancel(agent: AgentActor, requestId: RequestId): void
  /** The agents that wait here. */
  agents(): string[]
  /** Ends the agent's waits here, as if their time were over. */
  endOf(agentId: string): void
  /** Ends the agent's waits on every node, and lets none begin for some seconds. */
  stopAgent(agentId: string, stop: { seconds: number; reason: string | undefined }): Promise<void>
  /** Ends every wait; resolves when all have left. */
  stop(): Promise<void>
}

interface Place extends WaitPlace {
  readonly requestId: RequestId
  readonly credential: string | null
  readonly ownerId: string | null
  readonly controller: AbortController
}

interface Deps {
  readonly metrics: Pick<Metrics, 'waits'>
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
}

/** What a caller without a place is told. */
const RETRY_AFTER_S = 5

export function createWaits({ metrics, clock, bus }: Deps): Waits {
  const placesOf = new Map<string, Set<Place>>()
  let count = 0
  let isStopping = false
  let onEmpty = () => {}

  const leave = (agentId: string, place: Place) => {
    const places = placesOf.get(agentId)
    if (places?.delete(place) !== true) return
    if (places.size === 0) placesOf.delete(agentId)
    count -= 1
    metrics.waits.dec()
    if (count === 0) onEmpty()
  }

  const endOf = (agentId: string) => {
    for (const { controller } of placesOf.get(agentId) ?? []) controller.abort()
  }
  const stops = createStops({ clock, bus, onStop: endOf })

  const unsubscribe = bus.subscribe(['account_changed', 'reconnected'], (message) => {
    for (const [accountId, places] of placesOf) {
      for (const place of places) {
        if (concerns(message, { accountId, ownerId: place.ownerId, credentialId: null })) place.onStale()
      }
    }
  })

  return {
    endOf,
    stopAgent: stops.stop,
    enter(agent, requestId) {
      const { accountId: agentId, ownerId } = agent
      const stop = stops.of(agentId)
      if (stop !== undefined) return { retryAfterSeconds: stop.secondsLeft, stop }
      const places = placesOf.get(agentId) ?? new Set()
      if (isStopping || places.size >= WAITS_PER_AGENT || count >= WAITS_PER_PROCESS) {
        return { retryAfterSeconds: RETRY_AFTER_S, stop: undefined }
      }
      const controller = new AbortController()
      const place: Place = {
        requestId,
        credential: credentialOf(agent),
        ownerId,
        controller,
        ended: controller.signal,
        onStale: () => {},
        leave: () => leave(agentId, place),
      }
      places.add(place)
      placesOf.set(agentId, places)
      count += 1
      metrics.waits.inc()
      return place
    },
    cancel(agent, requestId) {
      const credential = credentialOf(agent)
      for (const place of placesOf.get(agent.accountId) ?? []) {
        if (place.requestId === requestId && place.credential === credential) place.controller.abort()
      }
    },
    agents: () => [...placesOf.keys()],
    async stop() {
      isStopping = true
      unsubscribe()
      stops.close()
      if (count === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      onEmpty = resolve
      for (const agentId of placesOf.keys()) endOf(agentId)
      await promise
    },
  }
}

/** Clients number their requests alike: only those of one credential may mean the same wait. */
function credentialOf({ grant, tokenId }: AgentActor): string | null {
  return grant?.id ?? tokenId
}

export function isPlace(place: WaitPlace | NoPlace): place is WaitPlace {
  return 'ended' in place
}
