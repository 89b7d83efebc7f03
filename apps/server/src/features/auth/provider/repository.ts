import type { Tx } from '../../../platform/database.ts'

/** Whose sign-in at the provider this is, here. */
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

/** The account that has this address, in any letters' case. */
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

export async function renameLink(
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

export async function takeEmailFrom(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('people').set({ email: null }).where('account_id', '=', accountId).execute()
}

/** Locks the row: two sign-ins at once promote once. @returns whether the person wasn't an admin before. */
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

/** Which of these handles nobody ever had. */
export async function freeAmong(tx: Tx, handles: readonly string[]): Promise<Set<string>> {
  const taken = await tx.selectFrom('handles').select('handle').where('handle', 'in', handles).execute()
  const free = new Set(handles)
  for (const { handle } of taken) free.delete(handle)
  return free
}
