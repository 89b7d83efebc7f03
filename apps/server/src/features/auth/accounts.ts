/** Accounts: people and agents in one namespace of handles (docs/rules/accounts.md#handles). */
import type { Tx } from '../../platform/database.ts'

export interface NewAccount {
  readonly id: string
  readonly kind: 'user' | 'agent'
  readonly handle: string
  readonly displayName: string
  readonly at: Date
}

/** Inserts an account and reserves its handle forever. Violates HANDLE_CONSTRAINTS when the handle is taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({
      id: account.id,
      kind: account.kind,
      handle: account.handle,
      display_name: account.displayName,
      created_at: account.at,
      // an agent counts as active only from its first call
      last_active_at: account.kind === 'user' ? account.at : null,
    })
    .execute()
  await tx
    .insertInto('handles')
    .values({ handle: account.handle, account_id: account.id, taken_at: account.at })
    .execute()
}
