/** Agents that want no waits for a while. Known to every node that runs; one that starts later knows none. */
import { randomUUID } from 'node:crypto'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'

export interface Stop {
  /** Whole seconds, at least 1. */
  readonly secondsLeft: number
  readonly reason: string | undefined
}

export interface Stops {
  /** The agent's stop, while it lasts. */
  of(agentId: string): Stop | undefined
  /** Begins a stop on every node, or with 0 seconds ends what waits now and lifts an earlier stop. */
  stop(agentId: string, stop: { seconds: number; reason: string | undefined }): Promise<void>
  close(): void
}

interface Deps {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly onStop: (agentId: string) => void
}

interface Told {
  /** The node that tells: it knows already, and a wait that began since goes on. */
  readonly from: string
  readonly agentId: string
  /** Milliseconds since 1970. */
  readonly until: number
  readonly reason: string | undefined
}

export function createStops({ clock, bus, onStop }: Deps): Stops {
  const stops = new Map<string, Told>()
  const node = randomUUID()

  const hear = (told: Told) => {
    for (const [agentId, { until }] of stops) if (until <= clock.now()) stops.delete(agentId)
    stops.delete(told.agentId)
    if (told.until > clock.now()) stops.set(told.agentId, told)
    onStop(told.agentId)
  }
  const close = bus.subscribe('waits_suspended', (message) => {
    if (message.from !== node) hear(message)
  })

  return {
    close,
    of(agentId) {
      const told = stops.get(agentId)
      const msLeft = (told?.until ?? 0) - clock.now()
      return told === undefined || msLeft <= 0
        ? undefined
        : { secondsLeft: Math.ceil(msLeft / 1000), reason: told.reason }
    },
    async stop(agentId, { seconds, reason }) {
      const told = { from: node, agentId, until: clock.now() + seconds * 1000, reason }
      hear(told)
      await bus.publish({ kind: 'waits_suspended', ...told })
    },
  }
}
