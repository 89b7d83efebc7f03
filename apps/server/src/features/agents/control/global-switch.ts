/** The global switch for managed agents, and the administrators' view of them (docs/rules/agents.md#kill-switch). */
import type { ControlCentre } from '@flockwork/contract/admin/control'
import type { ControlState } from '@flockwork/contract/agent-control'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { publishOnCommit } from '../../../platform/bus.ts'
import { Forbidden, invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { noSuchAgent } from '../access.ts'
import { LIMITS, guardReason, type ControlChange, type ControlServices } from './change.ts'
import * as repository from './repository.ts'
import { globalState, limitsOf, pausedControl } from './state.ts'
import * as pauses from './pauses.ts'

const GLOBAL_REASON = 'Disabled globally by administrator'

/** Every managed agent with its switch and limits, and the global switch. */
export async function readControlCentre({ db }: Pick<ControlServices, 'db'>): Promise<ControlCentre> {
  const rows = await repository.listManaged(db)
  return {
    global: await repository.findSwitch(db),
    agents: rows.map((row) => ({
      id: row.id,
      username: row.handle,
      agent_type: row.agent_type,
      owner_username: row.owner_handle,
      control: { ...pausedControl(row), ...limitsOf(row) },
    })),
  }
}

/** Pauses or resumes every managed agent. @throws Forbidden, NotFound, Invalid for limits, which are per agent. */
export async function switchAll(
  services: ControlServices,
  actor: PersonActor,
  id: string,
  change: ControlChange,
  once: Once<ControlState>,
): Promise<ControlState> {
  if (actor.role !== 'admin') throw new Forbidden('Only administrators may control all managed agents')
  const { db, clock, invalidateAccounts } = services
  for (const limit of LIMITS) {
    if (typeof change[limit] === 'number') throw invalid(['body', limit], 'Limits are set agent by agent')
  }
  if ((await repository.findControl(db, id)) === undefined) throw noSuchAgent()
  await guardReason(services, actor, change)

  const { disabled, reason, ip } = change
  if (disabled === null || disabled === undefined) {
    return once(async (tx) => globalState(await repository.findSwitch(tx)))
  }
  const why = reason || GLOBAL_REASON
  const after = { disabled, reason: disabled ? why : null }
  let changed: readonly string[] = []
  const state = await once(async (tx) => {
    const before = await repository.findSwitchForUpdate(tx)
    await repository.saveSwitch(tx, after.disabled, after.reason)
    const rows = await repository.listManagedForUpdate(tx)
    for (const row of rows) {
      const current = pauses.pausesOf(row)
      const next = disabled
        ? pauses.withPause(current, pauses.BY_GLOBAL_SWITCH, why)
        : pauses.withoutPauses(current, (entry) => entry === pauses.BY_GLOBAL_SWITCH)
      await repository.savePauses(tx, row.id, next)
    }
    const ids = rows.map((row) => row.id)
    if (before.disabled || disabled)
      await services.cancelDeliveries(tx, ids, disabled ? why : (before.reason ?? why))
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: disabled ? 'managed_agents_paused' : 'managed_agents_resumed',
      target: { type: 'managed_agents', id: 'global' },
      before,
      after,
      ...(ip !== undefined && { ip }),
    })
    // at the commit, as for one agent
    for (const accountId of ids) await publishOnCommit(tx, { kind: 'account_changed', accountId })
    changed = ids
    return globalState(after)
  })
  await invalidateAccounts(changed)
  return state
}
