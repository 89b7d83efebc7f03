/** The refusal of writes by a paused agent (docs/rules/agents.md#kill-switch). */
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AgentBreakerOpen, AgentDisabled } from '../../platform/agent-errors.ts'
import * as repository from './repository.ts'

/** @throws AgentDisabled, AgentBreakerOpen for a paused agent. */
export async function requireUnpaused(tx: Tx, clock: Clock, actor: Actor): Promise<void> {
  if (actor.kind === 'user') return
  const refusal = await pauseOf(tx, clock, actor.accountId, actor.username)
  if (refusal !== undefined) throw refusal
}

/** The refusal of a write by the agent; `undefined` while it isn't paused. */
export async function pauseOf(
  db: Db,
  clock: Clock,
  agentId: string,
  username: string,
): Promise<AgentDisabled | AgentBreakerOpen | undefined> {
  const pause = await repository.findPause(db, agentId)
  if (pause === undefined) return undefined
  if (pause.disabled_by.length > 0) {
    return new AgentDisabled(pause.disabled_reason ?? 'This agent is paused', pause.disabled_by)
  }
  const leftMs = (pause.breaker_until?.getTime() ?? 0) - clock.now()
  return leftMs > 0 ? new AgentBreakerOpen(username, Math.ceil(leftMs / 1000)) : undefined
}
