import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { insertAccount } from '../auth/index.ts'
import { selectAgents } from './select-agents.ts'

export interface NewAgent {
  readonly id: string
  readonly handle: string
  /** Null: it belongs to the instance. */
  readonly ownerId: string | null
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

/** Locks the owner's row, so that two concurrent registrations can't both pass the limit. */
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

/** A handle in use, with the owner's id when it is that of an agent that isn't deleted. */
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

/** A space that both are in, the preferred one if possible. */
export async function findSharedSpace(
  db: Db,
  { accountId, viewerId, preferred }: { accountId: string; viewerId: string; preferred: string | null },
): Promise<string | null> {
  const row = await db
    .selectFrom('members as theirs')
    .innerJoin('members as mine', 'mine.space_id', 'theirs.space_id')
    .innerJoin('spaces', 'spaces.id', 'mine.space_id')
    .select('mine.space_id')
    .where('theirs.account_id', '=', accountId)
    .where('mine.account_id', '=', viewerId)
    .where('spaces.deleted_at', 'is', null)
    .orderBy(({ eb }) => eb('mine.space_id', 'is not distinct from', preferred), 'desc')
    .orderBy('mine.joined_at')
    .limit(1)
    .executeTakeFirst()
  return row?.space_id ?? null
}

export type AgentRow = NonNullable<Awaited<ReturnType<typeof findAgent>>>

export function findAgent(db: Db, id: string) {
  return selectAgents(db).where('agents.account_id', '=', id).executeTakeFirst()
}

/** Locks the agent's row, which serialises changes of its tokens. */
export async function lockAgent(tx: Tx, id: string): Promise<AgentRow | undefined> {
  await tx.selectFrom('agents').select('account_id').where('account_id', '=', id).forUpdate().execute()
  // a second statement: the one that waited for the lock sees the joined tables as they were before
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

/** Marks the owner's agents deleted; returns their ids. */
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

export async function listOwnedIds(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx.selectFrom('agents').select('account_id').where('owner_id', '=', ownerId).execute()
  return rows.map(({ account_id: id }) => id)
}

/** Returns false if it was deleted already. */
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

export function findOwnState(db: Db, agentId: string) {
  return db
    .selectFrom('agents')
    .select(['pinned_space_id', 'follow_user', 'disabled_by', 'disabled_reason', 'breaker_until'])
    .where('account_id', '=', agentId)
    .executeTakeFirst()
}

/** Returns false, and saves nothing, for an agent that is paused at `at`. */
export async function saveOwnBio(db: Db, agentId: string, bio: string, at: Date): Promise<boolean> {
  const row = await updateUnpaused(db, agentId, at).set({ bio }).returning('account_id').executeTakeFirst()
  return row !== undefined
}

/** Returns false, and saves nothing, for an agent that is paused at `at`, or was pinned or set to follow meanwhile. */
export async function saveOwnHome(db: Db, agentId: string, spaceId: string, at: Date): Promise<boolean> {
  const row = await updateUnpaused(db, agentId, at)
    .set({ home_space_id: spaceId })
    .where('pinned_space_id', 'is', null)
    .where('follow_user', '=', false)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Not paused by a person, nor by the circuit breaker. */
function updateUnpaused(db: Db, agentId: string, at: Date) {
  return db
    .updateTable('agents')
    .where('account_id', '=', agentId)
    .where(sql<boolean>`cardinality(disabled_by) = 0`)
    .where(sql<boolean>`(breaker_until is null or breaker_until <= ${at})`)
}
