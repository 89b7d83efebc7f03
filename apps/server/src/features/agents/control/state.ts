/** What is told of an agent's control. */
import type { AgentControl, ControlState } from '@flockwork/contract/agent-control'
import type { Agent } from '@flockwork/contract/agents'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database.ts'
import { findControl, findMute, type ControlRow, type Limits } from './repository.ts'
import { byOwner, pausesOf, shownPauses, withPause, type PausedRow } from './pauses.ts'

/** Somebody's own switch of the guide. */
interface Mute {
  readonly entry: string
  readonly reason: string
}

export function pausedControl(row: PausedRow, mute?: Mute) {
  const given = pausesOf(row)
  const { disabledBy, reason } = shownPauses(
    mute === undefined ? given : withPause(given, mute.entry, mute.reason),
  )
  return {
    is_disabled: disabledBy.length > 0,
    disabled_reason: reason,
    disabled_by: disabledBy,
  } satisfies AgentControl
}

export function limitsOf(row: Limits): Limits {
  return {
    user_hourly_limit: row.user_hourly_limit,
    user_daily_limit: row.user_daily_limit,
    agent_hourly_limit: row.agent_hourly_limit,
    agent_daily_limit: row.agent_daily_limit,
  }
}

export function stateOf(row: ControlRow, mute: Mute | undefined): ControlState {
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

/** The agents as this person sees them: of the guide, which is everyone's, also their own switch. */
export async function withOwnSwitch(db: Db, viewer: PersonActor, agents: readonly Agent[]): Promise<Agent[]> {
  const guide = agents.find(({ owner_username: owner }) => owner === null)
  const row = guide && (await findControl(db, guide.id))
  if (row === undefined) return [...agents]
  const reason = await findMute(db, row.id, viewer.accountId)
  const control = pausedControl(
    row,
    reason === undefined ? undefined : { entry: byOwner(viewer.username), reason },
  )
  return agents.map((agent) => (agent.id === row.id ? { ...agent, control } : agent))
}
