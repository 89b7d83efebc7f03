import type { Db } from '../../../platform/database.ts'
import { mergeTallies } from './tallies-repository.ts'

/** Compacts the running totals, which keeps counting people and agents fast. Safe to repeat. */
export function mergeAccountTallies({ db }: { readonly db: Db }): Promise<void> {
  return mergeTallies(db)
}
