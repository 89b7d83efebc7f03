import { DELETED_USER_NAME } from '@flockwork/contract/auth'
import type { Db, Tx } from '../../../platform/database.ts'

export async function setName(
  tx: Tx,
  id: string,
  { fullName, displayName }: { fullName: string | null; displayName: string },
): Promise<void> {
  await tx.updateTable('people').set({ full_name: fullName }).where('account_id', '=', id).execute()
  await tx.updateTable('accounts').set({ display_name: displayName }).where('id', '=', id).execute()
}

/** False when the password was changed meanwhile. */
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

export function findAccountByHandle(db: Db, handle: string) {
  return db.selectFrom('accounts').select(['id', 'handle']).where('handle', '=', handle).executeTakeFirst()
}

export async function setRole(tx: Tx, id: string, role: 'admin' | 'user'): Promise<void> {
  await tx.updateTable('people').set({ role }).where('account_id', '=', id).execute()
}

export async function setStatus(tx: Tx, id: string, status: 'active' | 'disabled'): Promise<void> {
  await tx.updateTable('accounts').set({ status }).where('id', '=', id).execute()
}

/** Locks the person and every administrator, in a fixed order, so that the last two can't both leave at once. */
export async function lockWithAdmins(
  tx: Tx,
  id: string,
): Promise<{ isActive: boolean; isLastAdmin: boolean; isAdmin: (accountId: string) => boolean }> {
  await tx
    .selectFrom('people')
    .select('account_id')
    .where((where) => where.or([where('account_id', '=', id), where('role', '=', 'admin')]))
    .orderBy('account_id')
    .forUpdate()
    .execute()
  // not in the locking statement: after waiting for a lock it would still see joined rows as they were before
  const rows = await tx
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.id', 'people.account_id')
    .select(['people.account_id', 'people.role', 'accounts.status'])
    .where((where) => where.or([where('people.account_id', '=', id), where('people.role', '=', 'admin')]))
    .execute()
  const own = rows.find(({ account_id }) => account_id === id)
  const others = rows.filter(({ account_id, status }) => account_id !== id && status === 'active')
  return {
    isActive: own?.status === 'active',
    isLastAdmin: own?.role === 'admin' && others.length === 0,
    isAdmin: (accountId) =>
      rows.some(
        ({ account_id, role, status }) => account_id === accountId && role === 'admin' && status === 'active',
      ),
  }
}

/** Removes the personal data. The account stays, so that its handle stays taken. */
export async function anonymisePerson(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ status: 'deleted', display_name: DELETED_USER_NAME, avatar_url: null, last_active_at: null })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('people')
    .set({
      email: null,
      email_verified: false,
      full_name: null,
      password_hash: null,
      role: 'user',
      current_space_id: null,
    })
    .where('account_id', '=', id)
    .execute()
  await tx.deleteFrom('provider_accounts').where('account_id', '=', id).execute()
}

/** Removes the origins of the person's sessions, and every refresh token. */
export async function anonymiseSessions(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('refresh_tokens')
    .where('session_id', 'in', (query) =>
      query.selectFrom('sessions').select('id').where('account_id', '=', accountId),
    )
    .execute()
  await tx
    .updateTable('sessions')
    .set({ ip: null, user_agent: null, device_id: null })
    .where('account_id', '=', accountId)
    .execute()
}

export interface NewResetLink {
  readonly hash: Buffer
  readonly accountId: string
  /** Null: the operator, on the command line. */
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

/** The account of a link that is valid at `at`. */
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

/** Uses the link up. False if it is no longer valid. */
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
