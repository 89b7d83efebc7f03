import { sql } from 'kysely'
import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import type { Db, Tx } from '../../platform/database.ts'
import { insertAccount } from '../auth/index.ts'

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

/** Who has this handle: an owner's id for an agent's. */
export function findHandle(tx: Tx, handle: string) {
  return tx
    .selectFrom('handles')
    .leftJoin('agents', 'agents.account_id', 'handles.account_id')
    .select(['handles.handle', 'agents.owner_id'])
    .where('handles.handle', '=', handle)
    .executeTakeFirst()
}

function selectAgents(db: Db) {
  return db
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .leftJoin('people as owner_person', 'owner_person.account_id', 'agents.owner_id')
    .leftJoin('spaces as place', (join) =>
      join.on(
        'place.id',
        '=',
        sql<string>`coalesce(agents.pinned_space_id, case when agents.follow_user then owner_person.current_space_id else agents.home_space_id end)`,
      ),
    )
    .selectAll('agents')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.status as account_status',
      'accounts.last_active_at',
      'accounts.created_at',
      'owner.handle as owner_handle',
      'owner.status as owner_status',
      'place.id as place_id',
      'place.name as place_name',
      'place.slug as place_slug',
    ])
    .where('accounts.status', '<>', 'deleted')
}

/** With what it posted where it is now: counted anew, so only for those who show it. */
function selectShownAgents(db: Db) {
  return selectAgents(db).select(({ selectFrom }) =>
    selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('messages.author_id', '=', 'agents.account_id')
      .whereRef('messages.space_id', '=', 'place.id')
      .where('messages.is_task', '=', false)
      .as('posts_count'),
  )
}

export type AgentRow = NonNullable<Awaited<ReturnType<typeof findAgent>>>
export type ShownAgentRow = NonNullable<Awaited<ReturnType<typeof findShownAgent>>>

export function findAgent(db: Db, id: string) {
  return selectAgents(db).where('agents.account_id', '=', id).executeTakeFirst()
}

export function findShownAgent(db: Db, id: string) {
  return selectShownAgents(db).where('agents.account_id', '=', id).executeTakeFirst()
}

/** The owner's agents, and those of the space. */
export function listAgents(db: Db, ownerId: string, spaceId: string) {
  return selectShownAgents(db)
    .where(({ or, exists, selectFrom, eb }) =>
      or([
        eb('agents.owner_id', '=', ownerId),
        exists(
          selectFrom('members')
            .select('members.account_id')
            .whereRef('members.account_id', '=', 'agents.account_id')
            .where('members.space_id', '=', spaceId),
        ),
      ]),
    )
    .orderBy('accounts.handle')
    .execute()
}

export async function insertToken(
  tx: Tx,
  token: { id: string; agentId: string; hash: Buffer; at: Date },
): Promise<void> {
  await tx
    .insertInto('agent_tokens')
    .values({ id: token.id, agent_id: token.agentId, hash: token.hash, created_at: token.at })
    .execute()
}

export async function revokeTokens(tx: Tx, agentId: string, at: Date): Promise<void> {
  await tx
    .updateTable('agent_tokens')
    .set({ revoked_at: at })
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The agent of a live token, with everything that an actor is made from. Never cached. */
export function findByToken(db: Db, hash: Buffer) {
  return selectAgents(db)
    .innerJoin('agent_tokens', 'agent_tokens.agent_id', 'agents.account_id')
    .select('agent_tokens.id as token_id')
    .where('agent_tokens.hash', '=', hash)
    .where('agent_tokens.revoked_at', 'is', null)
    .executeTakeFirst()
}

export async function touchTokens(db: Db, tokenIds: readonly string[], at: Date): Promise<void> {
  await db
    .updateTable('agent_tokens')
    .set({ last_used_at: at })
    .where('id', 'in', [...tokenIds])
    .execute()
}

/** A person's agent that acted. */
export interface Acted {
  readonly id: string
  readonly wasActive: boolean
}

/** Notes that these accounts act; answers the people's agents among them. */
export async function touchAccounts(db: Db, ids: readonly string[], at: Date): Promise<Acted[]> {
  const activeSince = new Date(at.getTime() - PRESENCE_ACTIVE_MS)
  const { rows } = await sql<{ id: string; was_active: boolean }>`
    with before as materialized (
      select id, last_active_at from accounts where id = any(${[...ids]}::uuid[])
    ), touched as (
      update accounts set last_active_at = ${at}
      -- not one whose last call was its own deletion
      where id = any(${[...ids]}::uuid[]) and status <> 'deleted'
    )
    select id, coalesce(last_active_at > ${activeSince}, false) as was_active
    from before join agents on agents.account_id = id and agents.owner_id is not null
  `.execute(db)
  return rows.map(({ id, was_active: wasActive }) => ({ id, wasActive }))
}

/** Where these agents are, and when they were last active. */
export async function listPlaces(db: Db, agentIds: readonly string[]) {
  return db
    .selectFrom('accounts')
    .innerJoin('members', 'members.account_id', 'accounts.id')
    .select(['accounts.id as agent_id', 'accounts.handle as username', 'accounts.last_active_at'])
    .select('members.space_id')
    .where('accounts.id', 'in', [...agentIds])
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

export async function sharesSpace(db: Db, agentId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members as theirs')
    .innerJoin('members as mine', 'mine.space_id', 'theirs.space_id')
    .select('mine.space_id')
    .where('theirs.account_id', '=', agentId)
    .where('mine.account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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

export async function revokeTokensOf(tx: Tx, agentIds: readonly string[], at: Date): Promise<void> {
  if (agentIds.length === 0) return
  await tx
    .updateTable('agent_tokens')
    .set({ revoked_at: at })
    .where('agent_id', 'in', [...agentIds])
    .where('revoked_at', 'is', null)
    .execute()
}
