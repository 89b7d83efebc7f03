import type { Db } from '../../../platform/database.ts'

/** The author of a message or action, as displayed with it. */
export interface Author {
  readonly id: string
  readonly handle: string
  readonly type: 'user' | 'agent'
  /** The handle of an agent's owner; null for people and for agents without one. */
  readonly ownerHandle: string | null
}

/** The accounts with these ids, each once. */
export async function authorsOf(db: Db, ids: readonly string[]): Promise<Map<string, Author>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('agents', 'agents.account_id', 'accounts.id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .select(['accounts.id', 'accounts.handle', 'accounts.kind', 'owner.handle as owner_handle'])
    .where('accounts.id', 'in', [...new Set(ids)])
    .execute()
  const authors = rows.map(({ id, handle, kind, owner_handle: ownerHandle }): Author => ({
    id,
    handle,
    type: kind === 'user' ? 'user' : 'agent',
    ownerHandle,
  }))
  return new Map(authors.map((author) => [author.id, author]))
}
