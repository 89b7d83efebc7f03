/** The common source of an export's parts. */
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
  /** Whether the space was imported, so that there are stored salts. */
  readonly isImported: boolean
}

/** The salts of imported texts, by id and number. */
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

/** Validates an enumerated column by the record's schema. @throws for an unknown value */
export function oneOf<K extends Kind, F extends keyof DataOf<K>>(
  kind: K,
  field: F,
  word: string | null,
): DataOf<K>[F] {
  // the record's own schemas are objects with these fields
  const shape = DATA[kind].shape as unknown as Record<F, { parse(value: unknown): DataOf<K>[F] }>
  return shape[field].parse(word)
}
