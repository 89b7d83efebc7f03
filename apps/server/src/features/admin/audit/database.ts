/** Verifying the log in the database. */
import type { Db, Tx } from '../../../platform/database.ts'
import { wireTime } from '../../../platform/clock.ts'
import type { Checkpoint } from './checkpoint.ts'
import * as repository from './repository.ts'
import { chainedEntry, storedRows } from './stored.ts'
import { AuditVerifier, type Problem, type Verified } from './verify.ts'

/**
 * @param publicKey the instance's; checkpoints signed by another key prove nothing
 * @param outside checkpoints stored outside of the database, in addition to those in it
 */
export function verifyDatabase(db: Db, publicKey: string, outside: readonly Checkpoint[]): Promise<Verified> {
  // one snapshot of the log, however long it takes
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyWithin(tx, publicKey, outside))
}

/** The log as the transaction sees it. */
export async function verifyWithin(
  tx: Tx,
  publicKey: string,
  outside: readonly Checkpoint[],
): Promise<Verified> {
  const stored = (await repository.listCheckpoints(tx)).map((row) => ({
    number: row.number,
    hash: row.hash.toString('hex'),
    at: wireTime(row.at),
    key: row.key,
    signature: row.signature,
  }))
  const all = [...stored, ...outside]
  const verifier = new AuditVerifier(all.filter(({ key }) => key === publicKey))
  for await (const row of storedRows(tx)) verifier.add(chainedEntry(row))
  const head = await repository.findHead(tx)
  const pending = await repository.countPending(tx)
  const verified = verifier.finish(head && { number: head.number, hash: head.hash.toString('hex') })

  const foreign = all.filter(({ key }) => key !== publicKey).length
  const more = [
    head === undefined && 'The database does not say any more which entry is the newest',
    pending > 0 && `${pending} entries were written and did not get into the log`,
    foreign > 0 && `${foreign} checkpoints are signed with another key than that of this instance`,
  ].filter((says) => says !== false)
  const problems = more.map((says): Problem => ({ kind: 'checkpoint', number: 0, to: 0, says }))
  return {
    ...verified,
    problems: [...verified.problems, ...problems],
    problemCount: verified.problemCount + problems.length,
  }
}
