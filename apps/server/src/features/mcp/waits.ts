/** The waits of this process: how many there are, whose, and how one is ended early. */
import { WAITS_PER_AGENT, WAITS_PER_PROCESS } from '@flockwork/contract/limits'
import type { Metrics } from '../../platform/metrics.ts'

export type RequestId = string | number

export interface WaitPlace {
  /** Aborted when the client says that it no longer waits, or the server stops. */
  readonly ended: AbortSignal
  leave(): void
}

export interface Waits {
  /** Takes a place for a wait, or `undefined` when the agent or this process has none left. */
  enter(agentId: string, requestId: RequestId): WaitPlace | undefined
  /** Ends the agent's waits of this request id at once, as if their time were over. */
  cancel(agentId: string, requestId: RequestId): void
  /** The agents that wait here. */
  agents(): string[]
  /** Ends the waits of an agent at once, as if their time were over. */
  endOf(agentId: string): void
  /** Ends every wait; resolves when all have left. */
  stop(): Promise<void>
}

interface Place {
  readonly requestId: RequestId
  readonly controller: AbortController
}

export function createWaits({ metrics }: { metrics: Pick<Metrics, 'waits'> }): Waits {
  const placesOf = new Map<string, Set<Place>>()
  let count = 0
  let isStopping = false
  let onEmpty = () => {}

  const leave = (agentId: string, places: Set<Place>, place: Place) => {
    if (!places.delete(place)) return
    if (places.size === 0) placesOf.delete(agentId)
    count -= 1
    metrics.waits.dec()
    if (count === 0) onEmpty()
  }

  return {
    enter(agentId, requestId) {
      const places = placesOf.get(agentId) ?? new Set()
      if (isStopping || places.size >= WAITS_PER_AGENT || count >= WAITS_PER_PROCESS) return undefined
      const place: Place = { requestId, controller: new AbortController() }
      places.add(place)
      placesOf.set(agentId, places)
      count += 1
      metrics.waits.inc()
      return { ended: place.controller.signal, leave: () => leave(agentId, places, place) }
    },
    cancel(agentId, requestId) {
      for (const place of placesOf.get(agentId) ?? []) {
        if (place.requestId === requestId) place.controller.abort()
      }
    },
    agents: () => [...placesOf.keys()],
    endOf(agentId) {
      for (const { controller } of placesOf.get(agentId) ?? []) controller.abort()
    },
    async stop() {
      isStopping = true
      if (count === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      onEmpty = resolve
      for (const places of placesOf.values()) for (const { controller } of places) controller.abort()
      await promise
    },
  }
}
