/**
 * Exports the log as a file (JSON Lines) that can be verified without the database: a header, the entries with their
 * salts and hashes, and a line with a signed head of the chain and a signature of the file.
 */
import { hash } from 'node:crypto'
import type { AuditFilters } from '@flockwork/contract/admin/audit'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { CHAIN_START } from './chain.ts'
import { signCheckpoint, type SigningKey } from './checkpoint.ts'
import { actorOf, filterOf } from './list.ts'
import { chainedEntry, storedRows } from './stored.ts'
import type { StoredRow } from './repository.ts'

export interface ExportDeps {
  readonly db: Db
  readonly clock: Clock
  readonly key: SigningKey
  /** The instance's URL. */
  readonly address: () => string
}

interface Asked {
  readonly filters: AuditFilters
  /** The exporter's username; null: the operator. */
  readonly by: string | null
}

export const FORMAT = 'flockwork-audit'
export const FORMAT_VERSION = 1

/** Yields the lines, each with its line feed. */
export async function* exportAudit(
  { db, clock, key, address }: ExportDeps,
  { filters, by }: Asked,
): AsyncGenerator<string> {
  const at = wireTime(new Date(clock.now()))
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
  const header = JSON.stringify({
    format: FORMAT,
    version: FORMAT_VERSION,
    exported: { at, from: address(), by, key: key.publicKey, filters: given },
  })
  yield `${header}\n`

  const isPart = Object.keys(given).length > 0
  let digest = hash('sha256', header)
  let entries = 0
  let head = { number: 0, hash: CHAIN_START }
  const filter = await filterOf(db, filters)
  if (filter !== null) {
    for await (const row of storedRows(db, filter)) {
      const line = JSON.stringify({
        ...lineOf(row),
        // a partial export lacks the preceding entries
        ...(isPart && { previous: row.previous?.toString('hex') ?? CHAIN_START }),
      })
      digest = nextDigest(digest, line)
      entries += 1
      head = { number: row.number, hash: row.hash.toString('hex') }
      yield `${line}\n`
    }
  }
  const end = {
    audit_checkpoint: signCheckpoint(key, { ...head, at }),
    entries,
    digest,
    signature: key.sign(fileText(entries, digest)),
  }
  yield `${JSON.stringify(end)}\n`
}

export function nextDigest(digest: string, line: string): string {
  return hash('sha256', `${digest}\n${line}`)
}

/** The text that a file's signature signs. */
export function fileText(entries: number, digest: string): string {
  return `flockwork-audit 1 file ${entries} ${digest}`
}

function lineOf(row: StoredRow) {
  const { number, id, at, action, hash: own, hashes, values } = chainedEntry(row)
  return {
    number,
    id,
    at,
    actor: actorOf(row),
    action,
    target: { type: row.target_type, id: row.target_id, name: row.target_name },
    space_id: row.space_id,
    before: row.before,
    after: row.after,
    ip: row.ip,
    salts: {
      name: values.name?.salt ?? null,
      before: values.before?.salt ?? null,
      after: values.after?.salt ?? null,
      ip: values.ip?.salt ?? null,
    },
    hashes,
    hash: own,
  }
}
