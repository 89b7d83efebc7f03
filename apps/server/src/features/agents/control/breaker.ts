/**
 * The circuit breaker of agents (docs/rules/agents.md#circuit-breaker): repeated failures, or two agents that answer
 * only each other, pause an agent for a minute. What is addressed to it waits and goes out after.
 */
import { AGENT_BREAKER_MS } from '@flockwork/contract/limits'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import * as repository from './breaker-repository.ts'

export interface Breaker {
  /** Until when the agent is paused, milliseconds since 1970; `undefined` while it may act. */
  pausedUntil(agentId: string): number | undefined
  /** A call of the agent failed by its own doing, or ours. */
  failed(agentId: string): Promise<void>
  /** An agent addressed other agents with a message that is stored. */
  addressed(agentId: string, otherIds: readonly string[]): Promise<void>
  /** Calls `listener` when the agent's pause begins or ends, however it was heard of. Returns how to stop. */
  onChange(agentId: string, listener: () => void): () => void
  stop(): void
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly onError: (error: unknown) => void
}

/** How soon after its end a pause is noticed; the clock is asked, never a timer of its length. */
const LOOK_EVERY_MS = 250

export async function createBreaker({ db, clock, bus, onError }: Deps): Promise<Breaker> {
  const held = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()

  const tell = (agentId: string) => {
    for (const listener of listeners.get(agentId) ?? []) listener()
  }

  const hold = (agentId: string, until: number) => {
    if (until <= clock.now() || (held.get(agentId) ?? 0) >= until) return
    held.set(agentId, until)
    tell(agentId)
  }

  const load = async () => {
    for (const { account_id: id, breaker_until: until } of await repository.listBroken(db, now())) {
      if (until !== null) hold(id, until.getTime())
    }
  }
  const now = () => new Date(clock.now())

  const announce = async (agentIds: readonly string[], until: Date) => {
    await bus.publish(
      agentIds.map((agentId) => ({ kind: 'breaker_tripped', agentId, until: until.getTime() })),
    )
  }

  const unsubscribe = bus.subscribe(['breaker_tripped', 'reconnected'], (message) => {
    if (message.kind === 'reconnected') load().catch(onError)
    else hold(message.agentId, message.until)
  })
  await load()

  const looking = setInterval(() => {
    for (const [agentId, until] of held) {
      if (until > clock.now()) continue
      held.delete(agentId)
      tell(agentId)
    }
  }, LOOK_EVERY_MS)
  looking.unref()

  return {
    pausedUntil(agentId) {
      const until = held.get(agentId)
      return until !== undefined && until > clock.now() ? until : undefined
    },
    async failed(agentId) {
      const until = new Date(clock.now() + AGENT_BREAKER_MS)
      const isBroken = await db
        .transaction()
        .execute((tx) => repository.noteFailure(tx, agentId, { at: now(), until }))
      if (isBroken) await announce([agentId], until)
    },
    async addressed(agentId, otherIds) {
      const until = new Date(clock.now() + AGENT_BREAKER_MS)
      for (const otherId of otherIds) {
        const looping = await repository.breakLoop(db, agentId, otherId, { at: now(), until })
        await announce(looping, until)
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
      clearInterval(looking)
    },
  }
}
