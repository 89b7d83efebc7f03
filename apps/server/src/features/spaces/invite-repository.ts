import type { Tx } from '../../platform/database.ts'

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

/** Locks the invite, so that its last use is taken only once. */
export function findInviteForUpdate(tx: Tx, codeHash: Buffer) {
  return tx
    .selectFrom('invites')
    .innerJoin('spaces', 'spaces.id', 'invites.space_id')
    .select([
      'invites.id',
      'invites.space_id',
      'invites.expires_at',
      'invites.max_uses',
      'invites.uses',
      'invites.revoked_at',
      'spaces.deleted_at',
    ])
    .where('invites.code_hash', '=', codeHash)
    .forUpdate('invites')
    .executeTakeFirst()
}

export async function countUse(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('invites')
    .set((set) => ({ uses: set('uses', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
