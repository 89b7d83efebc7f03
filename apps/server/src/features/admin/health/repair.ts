/** Repairs inconsistencies, through the rooms that own the data (docs/rules/administration.md#health). */
import type { IssueType, Repaired } from '@flockwork/contract/admin/health'
import type { CreatedOrgs } from '@flockwork/contract/admin/people'
import { REPAIRS_PER_CALL } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { appendEventsInSpaces, mergeEvents, type EventsBySpace } from '../../../platform/outbox.ts'
import {
  repairCurrentSpace,
  repairMissingAdmin,
  leaveAllSpaces,
  type CurrentSpaceRepair,
} from '../../spaces/index.ts'
import type { AdminServices } from '../services.ts'
import * as repository from './repository.ts'

type Deps = Pick<AdminServices, 'clock' | 'spaces' | 'invalidateAccount'>

interface Outcome {
  readonly affected: repository.Affected
  /** An error: it could not be repaired. Null: it was repaired meanwhile. */
  readonly result: { readonly events: EventsBySpace; readonly home?: CurrentSpaceRepair } | null | Error
}

/**
 * Repairs at most REPAIRS_PER_CALL cases of one kind, each in a savepoint, so that a failure doesn't affect the others.
 */
export async function repair(
  services: Deps,
  actor: PersonActor,
  type: IssueType,
  once: Once<Repaired>,
): Promise<Repaired> {
  let touched: readonly string[] = []
  const repaired = await once(async (tx) => {
    const outcomes = await repairAll(services, tx, actor, type)
    touched = outcomes.map(({ affected }) => affected.id)
    const failed = outcomes.filter(({ result }) => result instanceof Error).length
    const unneeded = outcomes.filter(({ result }) => result === null).length
    return { type, fixed: outcomes.length - failed - unneeded, failed }
  })
  await invalidate(services, touched)
  return repaired
}

/** Gives people who are in no space their personal one. */
export async function createPersonalSpaces(
  services: Deps,
  actor: PersonActor,
  once: Once<CreatedOrgs>,
): Promise<CreatedOrgs> {
  let touched: readonly string[] = []
  const created = await once(async (tx) => {
    const outcomes = await repairAll(services, tx, actor, 'no_organization_membership')
    touched = outcomes.map(({ affected }) => affected.id)
    const orgs = outcomes.flatMap(({ affected, result }): CreatedOrgs['created_orgs'] => {
      if (result === null) return []
      if (result instanceof Error) return [{ username: affected.name, action: 'failed', org_name: null }]
      const { action = 'entered', spaceName = null } = result.home ?? {}
      return [{ username: affected.name, action, org_name: spaceName }]
    })
    return {
      users_processed: outcomes.length,
      organizations_created: orgs.filter(({ action }) => action === 'created').length,
      failed_users: orgs.filter(({ action }) => action === 'failed').length,
      created_orgs: orgs,
    }
  })
  await invalidate(services, touched)
  return created
}

async function repairAll(services: Deps, tx: Tx, actor: PersonActor, type: IssueType): Promise<Outcome[]> {
  const { some } = await repository.findAffected(tx, type, REPAIRS_PER_CALL)
  const outcomes: Outcome[] = []
  for (const affected of some) {
    const result = await repository.inSavepoint(tx, () => repairOne(services, tx, type, affected))
    outcomes.push({ affected, result })
  }
  const repaired = outcomes.filter(({ result }) => result !== null && !(result instanceof Error))
  if (repaired.length > 0) {
    await audit(tx, services.clock, {
      actorId: actor.accountId,
      action: 'database_fixed',
      target: { type: 'instance', id: type, name: type },
      after: { fixed: repaired.length, affected: repaired.map(({ affected }) => affected.name) },
    })
  }
  // last: it locks sequences
  const events = outcomes.flatMap(({ result }) =>
    result === null || result instanceof Error ? [] : [result.events],
  )
  await appendEventsInSpaces(tx, services.clock, mergeEvents(...events))
  return outcomes
}

async function repairOne(
  { clock, spaces }: Deps,
  tx: Tx,
  type: IssueType,
  { id, name }: repository.Affected,
): Promise<{ events: EventsBySpace; home?: CurrentSpaceRepair } | null> {
  if (type === 'orphaned_memberships') {
    return { events: await leaveAllSpaces(tx, id, new Date(clock.now())) }
  }
  if (type === 'misplaced_agents') {
    const owners = await repository.lockOwnersOf(tx, [id])
    return { events: await spaces.syncAgentMemberships(tx, owners) }
  }
  if (type === 'spaces_without_admin') {
    const events = await repairMissingAdmin(tx, id)
    return events && { events }
  }
  const home = await repairCurrentSpace({ clock, ...spaces }, tx, { id, handle: name })
  return home && { events: home.events, home }
}

/** Every node re-reads the repaired accounts. */
async function invalidate({ invalidateAccount }: Deps, ids: readonly string[]): Promise<void> {
  for (const id of ids) await invalidateAccount(id)
}
