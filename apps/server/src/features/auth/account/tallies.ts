import type { Db } from '../../../platform/database.ts'
import { mergeTallies } from './tallies-repository.ts'

/** Housekeeping: keeps it quick to count people and agents. Safe to repeat. */
export function mergeAccountTallies({ db }: { readonly db: Db }): Promise<void> {
  return mergeTallies(db)
}
