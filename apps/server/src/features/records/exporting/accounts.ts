/** The people and agents of a record, and their ids in it. */
import * as z from 'zod/mini'
import { DATA, type DataOf } from '../format/kinds.ts'
import type { NewRecord } from '../format/writer.ts'
import type { AccountRow } from './space-repository.ts'

/** What an import stores about an account: its record, and its membership, which has no row here. */
export const ImportedDetails = z.object({ account: DATA.account, member: z.nullable(DATA.member) })
export type ImportedDetails = z.infer<typeof ImportedDetails>

export interface Accounts {
  /** Maps an account of this instance to its id in the record. @throws for one that isn't in the record */
  id(accountId: string): string
  idOrNull(accountId: string | null): string | null
  recordOf(row: AccountRow): NewRecord
  /** Imported memberships that nobody has claimed. */
  readonly importedMembers: readonly DataOf<'member'>[]
  /** Whether the record has an account with this id. */
  has(recordId: string): boolean
}

export function createAccounts(rows: readonly AccountRow[]): Accounts {
  const ids = new Map(rows.map(({ id, record_id }) => [id, record_id]))
  const idOf = (accountId: string): string => {
    const id = ids.get(accountId)
    if (id === undefined) throw new Error(`Account ${accountId} is not in the record of its space`)
    return id
  }
  const idOrNull = (accountId: string | null) => (accountId === null ? null : idOf(accountId))

  const recordIds = new Set(ids.values())
  return {
    id: idOf,
    idOrNull,
    recordOf: (row) => ({
      kind: 'account',
      data: row.details === null ? dataOf(row, idOrNull) : ImportedDetails.parse(row.details).account,
    }),
    importedMembers: rows.flatMap(({ details, is_claimed }) => {
      const member = details === null || is_claimed ? null : ImportedDetails.parse(details).member
      return member === null ? [] : [member]
    }),
    has: (recordId) => recordIds.has(recordId),
  }
}

function dataOf(row: AccountRow, idOrNull: (id: string | null) => string | null): DataOf<'account'> {
  const isPrivate = row.visibility === 'private'
  return {
    id: row.record_id,
    type: row.kind === 'agent' ? 'agent' : 'user',
    handle: row.handle,
    display_name: row.display_name,
    is_deleted: row.is_deleted,
    created_at: row.created_at.toISOString(),
    agent: row.is_agent
      ? {
          type: row.agent_type ?? 'general',
          owner: idOrNull(row.owner_id),
          visibility: isPrivate ? 'private' : 'public',
          bio: isPrivate ? null : row.bio,
        }
      : null,
  }
}
