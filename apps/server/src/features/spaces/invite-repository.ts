import { INVITE_USERS_SHOWN } from '@flockwork/contract/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export interface NewInvite {
  readonly id: string
  readonly spaceId: string
  readonly codeHash: Buffer
  readonly createdBy: string
  readonly at: Date
  readonly expiresAt: Date
  readonly maxUses: number | null
  readonly claims: string | null
}

export async function insertInvite(tx: Tx, invite: NewInvite): Promise<void> {
  await tx
    .insertInto('invites')
    .values({
      id: invite.id,
      space_id: invite.spaceId,
      code_hash: invite.codeHash,
      created_by: invite.createdBy,
      created_at: invite.at,
      expires_at: invite.expiresAt,
      max_uses: invite.maxUses,
      claims: invite.claims,
    })
    .execute()
}

/**
 * The invites that are valid at `at`, used up or not: to a space that allows invites, neither expired nor revoked, and
 * by a creator whose account is active. A foreign key ensures that the creator is a member.
 */
function selectValid(db: Db | Tx, at: Date) {
  return db
    .selectFrom('invites')
    .innerJoin('spaces', 'spaces.id', 'invites.space_id')
    .innerJoin('accounts as maker', 'maker.id', 'invites.created_by')
    .where('invites.revoked_at', 'is', null)
    .where('invites.expires_at', '>', at)
    .where('spaces.deleted_at', 'is', null)
    .where('spaces.visibility', '<>', 'private')
    .where('maker.status', '=', 'active')
}

/** The invites that admit people, newest first. */
export function listInvites(db: Db, spaceId: string, at: Date) {
  return selectValid(db, at)
    .select([
      'invites.id',
      'invites.created_by',
      'maker.handle as created_by_username',
      'invites.created_at',
      'invites.expires_at',
      'invites.max_uses',
      'invites.uses',
    ])
    .where('invites.space_id', '=', spaceId)
    .where(({ or, eb, ref }) =>
      or([eb('invites.max_uses', 'is', null), eb('invites.uses', '<', ref('invites.max_uses'))]),
    )
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id', 'desc')
    .execute()
}

/** Locks the invite, so that its last use is taken only once, and its space, so that its visibility can't change. */
export function lockInvite(tx: Tx, codeHash: Buffer, at: Date) {
  return selectValid(tx, at)
    .select(['invites.id', 'invites.space_id', 'invites.max_uses', 'invites.uses', 'invites.claims'])
    .where('invites.code_hash', '=', codeHash)
    .forUpdate('invites')
    .forShare('spaces')
    .executeTakeFirst()
}

interface InviteUse {
  readonly id: string
  readonly by: string
  readonly at: Date
}

export async function countUse(tx: Tx, { id, by, at }: InviteUse): Promise<void> {
  await tx
    .updateTable('invites')
    .set((set) => ({ uses: set('uses', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('invite_uses')
    .values({ invite_id: id, account_id: by, at })
    .onConflict((conflict) => conflict.columns(['invite_id', 'account_id']).doUpdateSet({ at }))
    .execute()
}

/** Deletes the records of which invites a person used, when their account is deleted. */
export async function deleteUsesBy(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('invite_uses').where('account_id', '=', accountId).execute()
}

/** The last people who joined by each of these invites. */
export async function listUsers(db: Db, inviteIds: readonly string[]) {
  const { rows } = await sql<{ invite_id: string; id: string; username: string; at: Date }>`
    select given.id as invite_id, came.id, came.username, came.at
    from unnest(${[...inviteIds]}::uuid[]) as given(id)
    cross join lateral (
      select accounts.id, accounts.handle as username, invite_uses.at
      from invite_uses join accounts on accounts.id = invite_uses.account_id
      where invite_uses.invite_id = given.id and accounts.status <> 'deleted'
      order by invite_uses.at desc, accounts.id
      limit ${INVITE_USERS_SHOWN}
    ) came
  `.execute(db)
  return rows
}

/** The newest invites that ended since `since`. */
export function listEndedInvites(db: Db, spaceId: string, { since, now, limit }: EndedSince) {
  const lastUse = sql<Date | null>`(select max(at) from invite_uses where invite_id = invites.id)`
  const endedAt = sql<Date>`case
    when invites.revoked_at is not null then invites.revoked_at
    when invites.uses >= invites.max_uses then coalesce(${lastUse}, invites.created_at)
    else invites.expires_at end`
  return db
    .selectFrom('invites')
    .innerJoin('accounts as maker', 'maker.id', 'invites.created_by')
    .select([
      'invites.id',
      'invites.created_by',
      'maker.handle as created_by_username',
      'invites.created_at',
      'invites.expires_at',
      'invites.max_uses',
      'invites.uses',
      'invites.revoked_at',
      endedAt.as('ended_at'),
    ])
    .where('invites.space_id', '=', spaceId)
    .where(endedAt, '>', since)
    .where(endedAt, '<=', now)
    .orderBy(endedAt, 'desc')
    .orderBy('invites.id', 'desc')
    .limit(limit)
    .execute()
}

interface EndedSince {
  readonly since: Date
  readonly now: Date
  readonly limit: number
}

/** The invite and its space as a holder of the code may see them, including a member. */
export function findInvite(db: Db, codeHash: Buffer, at: Date, viewerId: string | null) {
  return selectValid(db, at)
    .leftJoin('members as me', (join) =>
      join.onRef('me.space_id', '=', 'spaces.id').on('me.account_id', '=', viewerId),
    )
    .leftJoin('space_people', 'space_people.space_id', 'spaces.id')
    .select([
      'spaces.id as org_id',
      'spaces.name',
      'spaces.description',
      'spaces.visibility',
      'space_people.people as member_count',
      'maker.handle as username',
      'maker.display_name',
      'me.account_id as viewer_id',
    ])
    .where('invites.code_hash', '=', codeHash)
    .where(({ or, eb, ref }) =>
      or([
        eb('invites.max_uses', 'is', null),
        eb('invites.uses', '<', ref('invites.max_uses')),
        eb('me.account_id', 'is not', null),
      ]),
    )
    .executeTakeFirst()
}

/** Revokes one invite of the space; false if there is no unrevoked one. */
export async function revokeInvite(tx: Tx, spaceId: string, id: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('invites')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('space_id', '=', spaceId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Revokes every invite of a space. */
export async function revokeInvitesTo(tx: Tx, spaceId: string, at: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ revoked_at: at })
    .where('space_id', '=', spaceId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes every invite that the person created. */
export async function revokeInvitesBy(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ revoked_at: at })
    .where('created_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}
