/** Reads the log for the verifier: from the database, in batches. */
import type { Db } from '../../../platform/database.ts'
import { wireTime } from '../../../platform/clock.ts'
import type { ChainedEntry, Salted } from './chain.ts'
import * as repository from './repository.ts'

const PORTION = 500

/** Includes entries written meanwhile, so that an erasing entry follows what it erased. */
export async function* storedRows(
  db: Db,
  filter: repository.Filter = {},
): AsyncGenerator<repository.StoredRow> {
  for (let after: string | null = null; ;) {
    const rows: repository.StoredRow[] = await repository.pageOfEntries(db, filter, after, PORTION)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.position
  }
}

export function chainedEntry(row: repository.StoredRow): ChainedEntry {
  return {
    number: row.number,
    id: row.id,
    at: timeOf(row.at),
    actor_id: row.actor_id,
    action: row.action,
    target_type: row.target_type,
    target_id: row.target_id,
    space_id: row.space_id,
    values: {
      name: salted(row.name_salt, row.target_name),
      before: salted(row.before_salt, row.before),
      after: salted(row.after_salt, row.after),
      ip: salted(row.ip_salt, row.ip),
    },
    hashes: {
      name: hex(row.name_hash),
      before: hex(row.before_hash),
      after: hex(row.after_hash),
      ip: hex(row.ip_hash),
    },
    hash: row.hash.toString('hex'),
  }
}

/** Handles PostgreSQL's `infinity`, which a tampered log may have. */
function timeOf(at: Date): string {
  return Number.isFinite(Number(at)) ? wireTime(at) : String(at)
}

export function salted(salt: string | null, value: unknown): Salted | null {
  return salt === null && value === null ? null : { salt: salt ?? '', value }
}

function hex(bytes: Buffer | null): string | null {
  return bytes === null ? null : bytes.toString('hex')
}
