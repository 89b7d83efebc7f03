import type { Db, Tx } from '../../platform/database.ts'
import { insertAccount } from '../auth/index.ts'
import { selectAgents } from './select-agents.ts'

export interface NewAgent {
  readonly id: string
  readonly handle: string
  readonly ownerId: string
  readonly agentType: string
  readonly bio: string
  readonly followsOwner: boolean
  readonly pinnedSpaceId: string | null
  readonly homeSpaceId: string | null
  readonly at: Date
}

export async function insertAgent(tx: Tx, agent: NewAgent): Promise<void> {
  const { id, handle, at } = agent
  await insertAccount(tx, { id, kind: 'agent', handle, displayName: handle, at })
  await tx
    .insertInto('agents')
    .values({
      account_id: agent.id,
      owner_id: agent.ownerId,
      agent_type: agent.agentType,
      bio: agent.bio,
      follow_user: agent.followsOwner,
      pinned_space_id: agent.pinnedSpaceId,
      home_space_id: agent.homeSpaceId,
    })
    .execute()
}

/** Locks the owner's row, so that two registrations at once can't both take the last place. */
export async function countOwnForUpdate(tx: Tx, ownerId: string): Promise<number> {
  await tx.selectFrom('people').select('account_id').where('account_id', '=', ownerId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agents.owner_id', '=', ownerId)
    .where('accounts.status', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  return count
}

/** Who has this handle: an owner's id for the one of an agent that is still there. */
export function findHandle(tx: Tx, handle: string) {
  return tx
    .selectFrom('handles')
    .leftJoin('agents', 'agents.account_id', 'handles.account_id')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'agents.account_id').on('accounts.status', '<>', 'deleted'),
    )
    .select(({ eb }) => [
      'handles.handle',
      eb.case().when('accounts.id', 'is not', null).then(eb.ref('agents.owner_id')).end().as('owner_id'),
    ])
    .where('handles.handle', '=', handle)
    .executeTakeFirst()
}

export type AgentRow = NonNullable<Awaited<ReturnType<typeof findAgent>>>

export function findAgent(db: Db, id: string) {
  return selectAgents(db).where('agents.account_id', '=', id).executeTakeFirst()
}

/** The agent as it is, with its row held: what changes its tokens happens one after the other. */
export async function lockAgent(tx: Tx, id: string): Promise<AgentRow | undefined> {
  await tx.selectFrom('agents').select('account_id').where('account_id', '=', id).forUpdate().execute()
  // a statement of its own: one that waited for the lock still sees what it joins as it was before the wait
  return findAgent(tx, id)
}

export interface AgentChange {
  readonly bio: string
  readonly visibility: string
  readonly settings: object
  readonly followsOwner: boolean
  readonly pinnedSpaceId: string | null
  readonly homeSpaceId: string | null
}

export async function saveAgent(tx: Tx, id: string, change: AgentChange): Promise<void> {
  await tx
    .updateTable('agents')
    .set({
      bio: change.bio,
      visibility: change.visibility,
      settings: JSON.stringify(change.settings),
      follow_user: change.followsOwner,
      pinned_space_id: change.pinnedSpaceId,
      home_space_id: change.homeSpaceId,
    })
    .where('account_id', '=', id)
    .execute()
}

export async function markVerified(db: Db, agentId: string, at: Date): Promise<void> {
  await db
    .updateTable('agents')
    .set({ verified_at: at })
    .where('account_id', '=', agentId)
    .where('verified_at', 'is', null)
    .execute()
}

/** Marks the owner's agents deleted; answers which. */
export async function markDeletedOf(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('accounts')
    .set({ status: 'deleted' })
    .where('status', '<>', 'deleted')
    .where('id', 'in', (query) =>
      query.selectFrom('agents').select('account_id').where('owner_id', '=', ownerId),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function listOwned(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx.selectFrom('agents').select('account_id').where('owner_id', '=', ownerId).execute()
  return rows.map(({ account_id: id }) => id)
}

/** False when it was deleted already. */
export async function markDeleted(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ status: 'deleted', last_active_at: null })
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function leaveTeams(tx: Tx, agentId: string): Promise<void> {
  await tx.deleteFrom('agent_teams').where('agent_id', '=', agentId).execute()
}
