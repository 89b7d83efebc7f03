/** The agents room's part of managed agents, which belong to the instance and run on this server (features/managed). */
import { sql } from 'kysely'
import { isReservedHandle } from '@flockwork/contract/text/handles'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, invalid } from '../../../platform/errors.ts'
import type { EventsBySpace } from '../../../platform/outbox.ts'
import { MANAGED_TYPE, findSwitch, savePauses } from '../control/repository.ts'
import { BY_GLOBAL_SWITCH, withPause } from '../control/pauses.ts'
import { placeWithoutOwner } from '../membership/memberships.ts'
import * as repository from '../repository.ts'
import { noSuchAgent } from '../access.ts'

interface Managed {
  readonly id: string
  readonly handle: string
  readonly bio: string
  readonly at: Date
}

/**
 * Inserts an agent without an owner, in no space yet. If the switch over all managed agents is on, it is paused from
 * the start. @throws Conflict for a taken name, Invalid for a reserved one.
 */
export async function insertManagedAgent(tx: Tx, { id, handle, bio, at }: Managed): Promise<void> {
  if (isReservedHandle(handle)) throw invalid(['body', 'name'], 'This name is reserved')
  if ((await repository.findHandle(tx, handle)) !== undefined) {
    throw new Conflict('This agent name is taken')
  }
  await repository.insertAgent(tx, {
    id,
    handle,
    ownerId: null,
    agentType: MANAGED_TYPE,
    bio,
    followsOwner: false,
    pinnedSpaceId: null,
    homeSpaceId: null,
    at,
  })
  const { disabled, reason } = await findSwitch(tx)
  if (disabled) await savePauses(tx, id, withPause({}, BY_GLOBAL_SWITCH, reason ?? 'This agent is paused'))
}

/** Makes these the spaces that the agent is in. Returns the events for the caller to append. */
export async function placeManagedAgent(
  tx: Tx,
  id: string,
  spaceIds: readonly string[],
  at: Date,
): Promise<EventsBySpace> {
  const events = await placeWithoutOwner(tx, id, spaceIds, at)
  await sql`update agents set home_space_id = ${spaceIds[0] ?? null} where account_id = ${id}`.execute(tx)
  return events
}

/** Marks it deleted; it leaves its teams and spaces. @throws NotFound when it was deleted meanwhile. */
export async function retireManagedAgent(tx: Tx, id: string, at: Date): Promise<EventsBySpace> {
  if (!(await repository.markDeleted(tx, id))) throw noSuchAgent()
  await repository.leaveTeams(tx, id)
  return placeWithoutOwner(tx, id, [], at)
}
