import { DELETED_USER_NAME } from '@flockwork/contract/auth'
import type { Tx } from '../../../platform/database.ts'

/**
 * Locks the person and every administrator, in one order: of two administrators who leave at once, one finds
 * itself the last.
 */
export async function lockWithAdmins(
  tx: Tx,
  id: string,
): Promise<{ isActive: boolean; isLastAdmin: boolean }> {
  await tx
    .selectFrom('people')
    .select('account_id')
    .where((where) => where.or([where('account_id', '=', id), where('role', '=', 'admin')]))
    .orderBy('account_id')
    .forUpdate()
    .execute()
  // a statement of its own: one that waited for a lock still sees what it joins as it was before the wait
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
  }
}

/** Removes what is known of the person. The handle stays, with the account. */
export async function blankPerson(tx: Tx, id: string): Promise<void> {
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

/** Where the person was signed in from, and the tokens that could be presented again. */
export async function blankSessions(tx: Tx, accountId: string): Promise<void> {
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
