import type { Tx } from '../../../platform/database.ts'

/** The account that is linked to this user of the provider. */
export function findLinked(tx: Tx, provider: string, providerId: string) {
  return tx
    .selectFrom('provider_accounts')
    .innerJoin('accounts', 'accounts.id', 'provider_accounts.account_id')
    .innerJoin('people', 'people.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.handle', 'accounts.status', 'people.role'])
    .where('provider_accounts.provider', '=', provider)
    .where('provider_accounts.provider_id', '=', providerId)
    .executeTakeFirst()
}

export type LinkedRow = NonNullable<Awaited<ReturnType<typeof findLinked>>>

/** The account with this address, case-insensitively. */
export function findByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.id', 'people.account_id')
    .select(['accounts.id', 'accounts.handle', 'accounts.status', 'people.role', 'people.email_verified'])
    .where((where) => where(where.fn<string>('lower', ['people.email']), '=', email.toLowerCase()))
    .executeTakeFirst()
}

export async function insertLink(
  tx: Tx,
  link: { provider: string; providerId: string; accountId: string; login: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('provider_accounts')
    .values({
      provider: link.provider,
      provider_id: link.providerId,
      account_id: link.accountId,
      login: link.login,
      created_at: link.at,
    })
    .execute()
}

export async function updateLogin(
  tx: Tx,
  { provider, providerId, login }: { provider: string; providerId: string; login: string },
): Promise<void> {
  await tx
    .updateTable('provider_accounts')
    .set({ login })
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .where('login', '<>', login)
    .execute()
}

export async function clearEmail(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('people').set({ email: null }).where('account_id', '=', accountId).execute()
}

/** False when the person was an admin already; of two concurrent sign-ins one promotes. */
export async function promote(tx: Tx, accountId: string): Promise<boolean> {
  const promoted = await tx
    .updateTable('people')
    .set({ role: 'admin' })
    .where('account_id', '=', accountId)
    .where('role', '<>', 'admin')
    .returning('account_id')
    .executeTakeFirst()
  return promoted !== undefined
}

/** Returns the handles that were never taken. */
export async function filterFreeHandles(tx: Tx, handles: readonly string[]): Promise<Set<string>> {
  const taken = await tx.selectFrom('handles').select('handle').where('handle', 'in', handles).execute()
  const free = new Set(handles)
  for (const { handle } of taken) free.delete(handle)
  return free
}
