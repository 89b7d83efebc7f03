/** SQL for violations and the counts of findings. */
import type {
  GuardrailKind,
  GuardrailPlace,
  ViolationOutcome,
  ViolationSource,
} from '@flockwork/contract/guardrails'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/** The person responsible for an account's texts: the person itself, or an agent's owner. */
export async function findResponsible(db: Db, accountId: string): Promise<string> {
  const agent = await db
    .selectFrom('agents')
    .select('owner_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return agent?.owner_id ?? accountId
}

/** Serialises reports about the person until the end of the transaction. */
export async function lockReportsOf(tx: Tx, personId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('violations'), hashtext(${personId ?? ''}))`.execute(tx)
}

/** Counts a repeat of an unresolved violation; false if there is none. */
export async function countRepeat(tx: Tx, fingerprint: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('violations')
    .set((eb) => ({ times: eb('times', '+', 1), last_at: sql<Date>`greatest(last_at, ${at})` }))
    .where('fingerprint', '=', fingerprint)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The number of the person's violations stored since `since`, at most `max`. */
export async function countStored(
  tx: Tx,
  personId: string | null,
  since: Date,
  max: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom((eb) =>
      eb
        .selectFrom('violations')
        .select('id')
        // not `is not distinct from`, which can't use an index
        .where('person_id', personId === null ? 'is' : '=', personId)
        .where('first_at', '>=', since)
        .limit(max)
        .as('stored'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface NewViolation {
  readonly id: string
  readonly account_id: string | null
  readonly person_id: string | null
  readonly space_id: string | null
  readonly rule: string
  readonly rule_name: string
  readonly kind: GuardrailKind
  readonly severity: number
  readonly outcome: ViolationOutcome
  readonly place: GuardrailPlace
  readonly via: ViolationSource
  readonly content: string
  readonly fingerprint: Buffer
  readonly first_at: Date
  readonly last_at: Date
}

export async function insertViolation(tx: Tx, violation: NewViolation): Promise<void> {
  await tx.insertInto('violations').values(violation).execute()
}

/** Counts one more finding of each rule in this hour. */
export async function countFindings(
  tx: Tx,
  found: readonly { readonly rule: string; readonly outcome: ViolationOutcome }[],
  hour: Date,
): Promise<void> {
  await tx
    .insertInto('guardrail_counts')
    // in a fixed order everywhere, to avoid deadlocks
    .values(found.toSorted((a, b) => (a.rule < b.rule ? -1 : 1)).map((row) => ({ ...row, hour, times: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['rule', 'outcome', 'hour'])
        .doUpdateSet({ times: sql`guardrail_counts.times + excluded.times` }),
    )
    .execute()
}

/** Only the first call resolves it; later ones change nothing. */
export async function markResolved(
  tx: Tx,
  id: string,
  by: string,
  at: Date,
): Promise<{ account_id: string | null; space_id: string | null; rule: string } | undefined> {
  return tx
    .updateTable('violations')
    .set({ resolved_at: at, resolved_by: by })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning(['account_id', 'space_id', 'rule'])
    .executeTakeFirst()
}

export async function deleteOlder(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('violations').where('last_at', '<', before).execute()
}

/** Deletes all but `max`: resolved ones first, then the oldest. */
export async function deleteBeyond(db: Db, max: number): Promise<void> {
  await db
    .deleteFrom('violations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('violations')
        .select('id')
        .orderBy(sql`resolved_at is not null`)
        .orderBy('last_at', 'desc')
        .orderBy('id', 'desc')
        .offset(max),
    )
    .execute()
}

export async function deleteCountsOlder(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('guardrail_counts').where('hour', '<', before).execute()
}

export async function countOpen(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('violations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
