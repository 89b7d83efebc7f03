/**
 * The circuit breaker of agents (docs/rules/agents.md#circuit-breaker): repeated failures, or two agents that answer
 * only each other, pause an agent for a minute. What is addressed to it meanwhile is delivered when the pause ends.
 */
import { AGENT_BREAKER_MS } from '@flockwork/contract/limits'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import * as repository from './repository.ts'

export interface Breaker {
  /** Until when the agent is paused, milliseconds since 1970; `undefined` while it may act. */
  pausedUntil(agentId: string): number | undefined
  /** Counts a failed call of the agent, of a kind that may trip its breaker. */
  recordFailure(agentId: string): Promise<void>
  /** Call this when a message from an agent to other agents is stored: trips the breakers of a loop. Never throws. */
  recordAddressing(agentId: string, otherIds: readonly string[]): Promise<void>
  /** Calls `listener` when a pause of the agent begins or ends, on any node. Returns `unsubscribe`. */
  onChange(agentId: string, listener: () => void): () => void
  stop(): void
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly onError: (error: unknown) => void
}

/** How soon the end of a pause is noticed. Polled, because tests move the clock and a long timer wouldn't. */
const CHECK_EVERY_MS = 250

export async function createBreaker({ db, clock, bus, onError }: Deps): Promise<Breaker> {
  const pauses = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()

  const notify = (agentId: string) => {
    for (const listener of listeners.get(agentId) ?? []) listener()
  }

  const pause = (agentId: string, until: number) => {
    if (until <= clock.now() || (pauses.get(agentId) ?? 0) >= until) return
    pauses.set(agentId, until)
    notify(agentId)
  }

  const load = async () => {
    for (const { account_id: id, breaker_until: until } of await repository.listTripped(db, now())) {
      if (until !== null) pause(id, until.getTime())
    }
  }
  const now = () => new Date(clock.now())

  const publish = async (agentIds: readonly string[], until: Date) => {
    await bus.publish(
      agentIds.map((agentId) => ({ kind: 'breaker_tripped', agentId, until: until.getTime() })),
    )
  }

  const unsubscribe = bus.subscribe(['breaker_tripped', 'reconnected'], (message) => {
    if (message.kind === 'reconnected') load().catch(onError)
    else pause(message.agentId, message.until)
  })
  await load()

  const timer = setInterval(() => {
    for (const [agentId, until] of pauses) {
      if (until > clock.now()) continue
      pauses.delete(agentId)
      notify(agentId)
    }
  }, CHECK_EVERY_MS)
  timer.unref()

  return {
    pausedUntil(agentId) {
      const until = pauses.get(agentId)
      return until !== undefined && until > clock.now() ? until : undefined
    },
    async recordFailure(agentId) {
      const until = new Date(clock.now() + AGENT_BREAKER_MS)
      const isTripped = await db
        .transaction()
        .execute((tx) => repository.countFailure(tx, agentId, { at: now(), until }))
      if (isTripped) await publish([agentId], until)
    },
    async recordAddressing(agentId, otherIds) {
      const until = new Date(clock.now() + AGENT_BREAKER_MS)
      try {
        for (const otherId of otherIds) {
          await publish(await repository.tripLoop(db, agentId, otherId, { at: now(), until }), until)
        }
      } catch (error) {
        onError(error)
      }
    },
    onChange(agentId, listener) {
      const ofAgent = listeners.get(agentId) ?? new Set()
      listeners.set(agentId, ofAgent.add(listener))
      return () => {
        ofAgent.delete(listener)
        if (ofAgent.size === 0 && listeners.get(agentId) === ofAgent) listeners.delete(agentId)
      }
    },
    stop() {
      unsubscribe()
      clearInterval(timer)
    },
  }
}
