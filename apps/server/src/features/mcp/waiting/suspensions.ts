/**
 * Agents that suspended their waits for a while (the action `stop`). Stored in the memory of every running node; a node
 * that starts later has none.
 */
import { randomUUID } from 'node:crypto'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'

export interface Suspension {
  /** Whole seconds, at least 1. */
  readonly secondsLeft: number
  readonly reason: string | undefined
}

/** Why a wait ended: the agent called `stop`. */
export class Stopped {
  /** No wait may begin for this long. */
  readonly secondsLeft: number
  readonly reason: string | undefined

  constructor(secondsLeft: number, reason: string | undefined) {
    this.secondsLeft = secondsLeft
    this.reason = reason
  }
}

export interface SuspensionRequest {
  /** 0 ends the agent's current waits and lifts an earlier suspension. */
  readonly seconds: number
  readonly reason: string | undefined
}

export interface Suspensions {
  /** The agent's suspension, if it has one. */
  of(agentId: string): Suspension | undefined
  /** Ends the agent's waits on every node, and prevents new ones for some seconds. */
  suspend(agentId: string, request: SuspensionRequest): Promise<void>
  stop(): void
}

interface Deps {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  /** Ends the agent's waits on this node. */
  readonly onSuspended: (agentId: string, stopped: Stopped) => void
}

interface Stored {
  readonly agentId: string
  /** Milliseconds since 1970. */
  readonly until: number
  readonly reason: string | undefined
}

export function createSuspensions({ clock, bus, onSuspended }: Deps): Suspensions {
  const suspensions = new Map<string, Stored>()
  const node = randomUUID()

  const apply = (suspension: Stored) => {
    for (const [agentId, { until }] of suspensions) if (until <= clock.now()) suspensions.delete(agentId)
    suspensions.delete(suspension.agentId)
    if (suspension.until > clock.now()) suspensions.set(suspension.agentId, suspension)
    const secondsLeft = Math.max(0, Math.ceil((suspension.until - clock.now()) / 1000))
    onSuspended(suspension.agentId, new Stopped(secondsLeft, suspension.reason))
  }
  const unsubscribe = bus.subscribe('waits_suspended', (message) => {
    if (message.from !== node) apply(message)
  })

  return {
    of(agentId) {
      const suspension = suspensions.get(agentId)
      const msLeft = (suspension?.until ?? 0) - clock.now()
      return suspension === undefined || msLeft <= 0
        ? undefined
        : { secondsLeft: Math.ceil(msLeft / 1000), reason: suspension.reason }
    },
    async suspend(agentId, { seconds, reason }) {
      const suspension = { agentId, until: clock.now() + seconds * 1000, reason }
      apply(suspension)
      await bus.publish({ kind: 'waits_suspended', from: node, ...suspension })
    },
    stop: unsubscribe,
  }
}
