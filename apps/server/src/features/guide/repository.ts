import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

/** Whether the account is new. Of several concurrent nodes only one creates it. */
export async function insertAccount(
  tx: Tx,
  { id, handle, displayName, at }: { id: string; handle: string; displayName: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('accounts')
    .values({ id, kind: 'agent', handle, display_name: displayName, created_at: at })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSystemAgent(
  tx: Tx,
  {
    id,
    handle,
    agentType,
    bio,
    at,
  }: { id: string; handle: string; agentType: string; bio: string; at: Date },
): Promise<void> {
  await tx.insertInto('handles').values({ handle, account_id: id, taken_at: at }).execute()
  await tx
    .insertInto('agents')
    .values({ account_id: id, owner_id: null, agent_type: agentType, bio })
    .execute()
}

/** The agent with this handle and no owner. */
export function findSystemAgent(db: Db, handle: string) {
  return db
    .selectFrom('accounts')
    .innerJoin('agents', 'agents.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'agents.agent_type',
    ])
    .where('accounts.handle', '=', handle)
    .where('agents.owner_id', 'is', null)
    .executeTakeFirst()
}

/** Adds the account to every space, in a fixed order, so that concurrently starting nodes don't deadlock. */
export async function joinAllSpaces(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx
    .insertInto('members')
    .columns(['space_id', 'account_id', 'role', 'joined_at'])
    .expression((build) =>
      build
        .selectFrom('spaces')
        .select([
          'spaces.id',
          sql<string>`${accountId}::uuid`.as('account_id'),
          sql<string>`'member'`.as('role'),
          sql<Date>`${at}::timestamptz`.as('joined_at'),
        ])
        .where('spaces.deleted_at', 'is', null)
        .orderBy('spaces.id'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The fields of an existing message that an answer needs. */
export function findMention(db: Db, spaceId: string, messageId: string) {
  return db
    .selectFrom('messages')
    .select(['content', 'author_id', 'hops'])
    .where('space_id', '=', spaceId)
    .where('id', '=', messageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A delivery of a message to the guide that it has neither seen nor answered. */
export interface UnreadRow {
  readonly id: string
  readonly space_id: string
  readonly message_id: string
  readonly reason: string
}

function selectUnread(db: Db, guideId: string) {
  return db
    .selectFrom('deliveries')
    .select(['id', 'space_id', 'message_id', 'reason'])
    .where('recipient_id', '=', guideId)
    .where('state', 'in', ['stored', 'delivered'])
    .where('message_id', 'is not', null)
    .$narrowType<{ message_id: string }>()
}

export function listUnreadOf(
  db: Db,
  guideId: string,
  { spaceId, messageId }: { readonly spaceId: string; readonly messageId: string },
): Promise<UnreadRow[]> {
  return selectUnread(db, guideId)
    .where('space_id', '=', spaceId)
    .where('message_id', '=', messageId)
    .execute()
}

/** Oldest first. */
export function listUnread(db: Db, guideId: string, limit: number): Promise<UnreadRow[]> {
  return selectUnread(db, guideId).orderBy('created_at').limit(limit).execute()
}

/** Whether the guide is active, and whether its posts are limited. */
export async function findGuideState(
  db: Db,
  agentId: string,
): Promise<{ isActive: boolean; isLimited: boolean }> {
  const row = await db
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select(['agents.disabled_by', 'accounts.status'])
    .select(['agents.agent_hourly_limit', 'agents.agent_daily_limit'])
    .where('agents.account_id', '=', agentId)
    .executeTakeFirst()
  return {
    isActive: row !== undefined && row.status === 'active' && row.disabled_by.length === 0,
    isLimited: row !== undefined && (row.agent_hourly_limit !== null || row.agent_daily_limit !== null),
  }
}
