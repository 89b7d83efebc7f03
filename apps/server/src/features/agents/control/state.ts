/** The pauses, mutes and limits of agents, as a viewer sees them. */
import type { AgentControl, ControlState } from '@flockwork/contract/agent-control'
import type { Agent } from '@flockwork/contract/agents'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database.ts'
import { byOwner, pausesOf, shownPauses, withPause, type PausedRow } from './pauses.ts'
import * as repository from './repository.ts'

/** One person's mute of the guide, for their own messages (docs/rules/guide.md#chirpy). */
interface Mute {
  readonly entry: string
  readonly reason: string
}

export function pausedControl(row: PausedRow, mute?: Mute) {
  const pauses = pausesOf(row)
  const { disabledBy, reason } = shownPauses(
    mute === undefined ? pauses : withPause(pauses, mute.entry, mute.reason),
  )
  return {
    is_disabled: disabledBy.length > 0,
    disabled_reason: reason,
    disabled_by: disabledBy,
  } satisfies AgentControl
}

export function limitsOf(row: repository.Limits): repository.Limits {
  return {
    user_hourly_limit: row.user_hourly_limit,
    user_daily_limit: row.user_daily_limit,
    agent_hourly_limit: row.agent_hourly_limit,
    agent_daily_limit: row.agent_daily_limit,
  }
}

export function stateOf(row: repository.ControlRow, mute: Mute | undefined): ControlState {
  const { is_disabled, disabled_reason, disabled_by } = pausedControl(row, mute)
  return {
    scope: 'agent',
    target_slug: row.handle,
    is_disabled,
    disabled: is_disabled,
    disabled_reason,
    reason: disabled_reason,
    disabled_by,
    ...limitsOf(row),
  }
}

export function globalState({
  disabled,
  reason,
}: {
  disabled: boolean
  reason: string | null
}): ControlState {
  return {
    scope: 'global',
    target_slug: null,
    is_disabled: disabled,
    disabled,
    disabled_reason: reason,
    reason,
    disabled_by: disabled ? ['managed:global'] : [],
    user_hourly_limit: null,
    user_daily_limit: null,
    agent_hourly_limit: null,
    agent_daily_limit: null,
  }
}

/** The agents as this person sees them, with their own mute of the guide. */
export async function withOwnMute(db: Db, viewer: PersonActor, agents: readonly Agent[]): Promise<Agent[]> {
  const guide = agents.find(({ owner_username: owner }) => owner === null)
  const row = guide && (await repository.findControl(db, guide.id))
  if (row === undefined) return [...agents]
  const control = pausedControl(row, await findOwnMute(db, viewer, row.id))
  return agents.map((agent) => (agent.id === row.id ? { ...agent, control } : agent))
}

export async function findOwnMute(
  db: Db,
  { accountId, username }: PersonActor,
  agentId: string,
): Promise<Mute | undefined> {
  const reason = await repository.findMute(db, agentId, accountId)
  return reason === undefined ? undefined : { entry: byOwner(username), reason }
}

/** Why this account muted the agent for its own messages; `undefined` when it didn't. */
export function findMuteReason(db: Db, agentId: string, accountId: string): Promise<string | undefined> {
  return repository.findMute(db, agentId, accountId)
}

/** Filters agents that a person paused, or whose owner is deactivated: their waits must end. */
export function pausedAmong(db: Db, agentIds: readonly string[]): Promise<string[]> {
  return agentIds.length === 0 ? Promise.resolve([]) : repository.listPaused(db, agentIds)
}
