import type { Db, Tx } from '../../../platform/database.ts'

export async function setName(
  tx: Tx,
  id: string,
  { fullName, displayName }: { fullName: string | null; displayName: string },
): Promise<void> {
  await tx.updateTable('people').set({ full_name: fullName }).where('account_id', '=', id).execute()
  await tx.updateTable('accounts').set({ display_name: displayName }).where('id', '=', id).execute()
}

/** Of two changes that began with the same password one wins: whether it was this one. */
export async function replacePassword(
  tx: Tx,
  id: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('people')
    .set({ password_hash: to })
    .where('account_id', '=', id)
    .where('password_hash', 'is not distinct from', from)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setPassword(tx: Tx, id: string, hash: string): Promise<void> {
  await tx.updateTable('people').set({ password_hash: hash }).where('account_id', '=', id).execute()
}

/** Locks the person's row: what decides about its password happens one after the other. */
export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('people').select('account_id').where('account_id', '=', id).forUpdate().execute()
}

/** The same, and whether the person may still be here: a deletion under way is over before this answers. */
export async function lockActive(tx: Tx, id: string): Promise<boolean> {
  await lockPerson(tx, id)
  // a statement of its own: one that waited for a lock still sees what it joins as it was before the wait
  const account = await findAccount(tx, id)
  return account?.status === 'active'
}

/** Any account, an agent's too. */
export function findAccount(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'kind', 'handle', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findAccountByHandle(db: Db, handle: string) {
  return db.selectFrom('accounts').select(['id', 'handle']).where('handle', '=', handle).executeTakeFirst()
}

export async function setRole(tx: Tx, id: string, role: 'admin' | 'user'): Promise<void> {
  await tx.updateTable('people').set({ role }).where('account_id', '=', id).execute()
}

export async function setStatus(tx: Tx, id: string, status: 'active' | 'disabled'): Promise<void> {
  await tx.updateTable('accounts').set({ status }).where('id', '=', id).execute()
}

export interface NewResetLink {
  readonly hash: Buffer
  readonly accountId: string
  /** Null: the operator, at the machine. */
  readonly createdBy: string | null
  readonly at: Date
  readonly expiresAt: Date
}

export async function insertResetLink(tx: Tx, link: NewResetLink): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: link.hash,
      account_id: link.accountId,
      created_by: link.createdBy,
      created_at: link.at,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** The account of a link that is still good at `at`. */
export async function findResetLink(db: Db, hash: Buffer, at: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('account_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row?.account_id
}

/** Whether the link was still good: it can be used once. */
export async function useResetLink(tx: Tx, hash: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('password_resets')
    .set({ used_at: at })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function voidResetLinks(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('password_resets')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteOldResetLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', before).execute()
}
