/**
 * Locks and changes of memberships. Locks are taken in this order: people, invites, the space, its number
 * of people, its sequence. */
import type { SpaceRole } from '@flockwork/contract/spaces'
import type { Tx } from '../../platform/database.ts'

/** Locks the person's row: it serialises switches and joins, and the placement of agents depends on it. */
export async function lockPerson(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('people').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
}

/** Locks the rows of everyone in the space. */
export async function lockPeopleOf(tx: Tx, spaceId: string): Promise<void> {
  await tx
    .selectFrom('people')
    .select('account_id')
    .where('account_id', 'in', (query) =>
      query.selectFrom('members').select('account_id').where('space_id', '=', spaceId),
    )
    .orderBy('account_id')
    .forUpdate()
    .execute()
}

/** The space, locked against joins, leaves and other changes of its members; `undefined` for a deleted one. */
export function lockSpace(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('spaces')
    .select(['id', 'name', 'description', 'visibility', 'is_personal', 'created_by', 'max_hops', 'max_chain'])
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks a membership until the commit, so that the account stays a member; undefined if there is none. */
export function lockMembership(tx: Tx, spaceId: string, accountId: string) {
  return tx
    .selectFrom('members')
    .select('role')
    .where('space_id', '=', spaceId)
    .where('account_id', '=', accountId)
    .forKeyShare()
    .executeTakeFirst()
}

export interface Others {
  readonly members: number
  readonly admins: number
}

/** The number of other people in the space, and of admins among them. */
export async function countOthers(tx: Tx, spaceId: string, accountId: string): Promise<Others> {
  const { people, isMember, admins } = await tx
    .selectFrom('space_people')
    .select(({ exists, selectFrom }) => {
      const inSpace = selectFrom('members').where('members.space_id', '=', spaceId)
      return [
        'people',
        exists(inSpace.select('account_id').where('account_id', '=', accountId)).as('isMember'),
        inSpace
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('role', '=', 'admin')
          .where('account_id', '<>', accountId)
          .$asScalar()
          .as('admins'),
      ]
    })
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return { members: people - (isMember ? 1 : 0), admins: admins ?? 0 }
}

/** Everyone in the space who isn't an agent. */
export async function listPeople(tx: Tx, spaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('members')
    .innerJoin('people', 'people.account_id', 'members.account_id')
    .select('members.account_id')
    .where('members.space_id', '=', spaceId)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** The agents of an owner. */
export async function listAgentIdsOf(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx.selectFrom('agents').select('account_id').where('owner_id', '=', ownerId).execute()
  return rows.map(({ account_id }) => account_id)
}

/** The owners of agents in the space. */
export async function listAgentOwners(tx: Tx, spaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('members')
    .innerJoin('agents', 'agents.account_id', 'members.account_id')
    .select('agents.owner_id')
    .distinct()
    .where('members.space_id', '=', spaceId)
    .where('agents.owner_id', 'is not', null)
    .execute()
  return rows.flatMap(({ owner_id }) => owner_id ?? [])
}

/** Also ends the member's invites, by their foreign key. */
export async function deleteMember(tx: Tx, spaceId: string, accountId: string): Promise<void> {
  await tx.deleteFrom('members').where('space_id', '=', spaceId).where('account_id', '=', accountId).execute()
}

/** Everyone, including agents. */
export async function deleteMembers(tx: Tx, spaceId: string): Promise<void> {
  await tx.deleteFrom('members').where('space_id', '=', spaceId).execute()
}

export async function setRole(tx: Tx, spaceId: string, accountId: string, role: SpaceRole): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role })
    .where('space_id', '=', spaceId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Moves the people whose current space it is to their personal spaces. */
export async function moveToPersonalSpaces(
  tx: Tx,
  spaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  await tx
    .updateTable('people')
    .set(({ selectFrom }) => ({
      current_space_id: selectFrom('spaces')
        .select('spaces.id')
        .whereRef('spaces.created_by', '=', 'people.account_id')
        .where('spaces.is_personal', '=', true)
        .where('spaces.deleted_at', 'is', null)
        .limit(1),
    }))
    .where('current_space_id', '=', spaceId)
    .where(({ eb, val }) => eb('account_id', '=', eb.fn.any(val([...accountIds]))))
    .execute()
}

export async function markDeleted(tx: Tx, spaceId: string, at: Date): Promise<void> {
  await tx.updateTable('spaces').set({ deleted_at: at }).where('id', '=', spaceId).execute()
}
