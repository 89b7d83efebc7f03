/** What the parts of an export read from, and what they have in common. */
import type { Tx } from '../../../platform/database.ts'
import { DATA, type DataOf, type Kind } from '../format/kinds.ts'
import type { Accounts } from './accounts.ts'
import * as repository from './space-repository.ts'
import type { Salting } from './texts.ts'

export interface Source {
  readonly tx: Tx
  readonly spaceId: string
  readonly salting: Salting
  readonly accounts: Accounts
  /** Whether it came by a record, so that there are salts of texts. */
  readonly isImported: boolean
}

/** The salts of texts that came by a record, by id and number. */
export async function textsOf(
  { tx, spaceId, isImported }: Source,
  ids: readonly string[],
): Promise<ReadonlyMap<string, repository.TextRow>> {
  const rows = isImported && ids.length > 0 ? await repository.listTexts(tx, spaceId, ids) : []
  return new Map(rows.map((row) => [`${row.id} ${row.version}`, row]))
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A word of the table, which allows the same as the record. @throws for another */
export function oneOf<K extends Kind, F extends keyof DataOf<K>>(
  kind: K,
  field: F,
  word: string | null,
): DataOf<K>[F] {
  // the record's own schemas are objects with these fields
  const shape = DATA[kind].shape as unknown as Record<F, { parse(value: unknown): DataOf<K>[F] }>
  return shape[field].parse(word)
}
