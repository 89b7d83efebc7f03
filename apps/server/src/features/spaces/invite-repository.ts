import type { Db, Tx } from '../../platform/database.ts'

export interface NewInvite {
  readonly id: string
  readonly spaceId: string
  readonly codeHash: Buffer
  readonly createdBy: string
  readonly at: Date
  readonly expiresAt: Date
  readonly maxUses: number | null
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
    })
    .execute()
}

/**
 * The invites that are valid at `at`, used up or not: of a space that takes some, neither expired nor revoked, and by a
 * maker whose account is active. That the maker is a member is in the table's foreign key.
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

/** Those that admit somebody, the newest first. */
export function listInvites(db: Db, spaceId: string, at: Date) {
  return selectValid(db, at)
    .select([
      'invites.id',
      'invites.created_by',
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

/** Locks the invite, so that its last use is taken only once, and its space, so that it stays as open as it is. */
export function lockInvite(tx: Tx, codeHash: Buffer, at: Date) {
  return selectValid(tx, at)
    .select(['invites.id', 'invites.space_id', 'invites.max_uses', 'invites.uses'])
    .where('invites.code_hash', '=', codeHash)
    .forUpdate('invites')
    .forShare('spaces')
    .executeTakeFirst()
}

export async function countUse(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('invites')
    .set((set) => ({ uses: set('uses', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Revokes one invite of the space; false when there is none that isn't revoked. */
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

/** Revokes every invite that the person made. */
export async function revokeInvitesBy(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ revoked_at: at })
    .where('created_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}
