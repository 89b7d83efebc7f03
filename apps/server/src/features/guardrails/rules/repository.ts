/** SQL for the administrators' settings of the rules. */
import type { GuardrailMode, GuardrailModes, GuardrailSeverity } from '@flockwork/contract/guardrails'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

export async function listModes(db: Db): Promise<{ rule: string; modes: GuardrailModes }[]> {
  const rows = await db.selectFrom('guardrail_modes').select(['rule', 'person', 'agent']).execute()
  return rows.map(({ rule, person, agent }) => ({
    rule,
    modes: { person: mode(person), agent: mode(agent) },
  }))
}

export async function saveModes(tx: Tx, rule: string, { person, agent }: GuardrailModes): Promise<void> {
  await tx
    .insertInto('guardrail_modes')
    .values({ rule, person, agent })
    .onConflict((conflict) => conflict.column('rule').doUpdateSet({ person, agent }))
    .execute()
}

export async function deleteModes(tx: Tx, rule: string): Promise<void> {
  await tx.deleteFrom('guardrail_modes').where('rule', '=', rule).execute()
}

export interface StoredPattern {
  readonly id: string
  readonly name: string
  readonly pattern: string
  readonly mode: GuardrailMode
  readonly severity: GuardrailSeverity
  readonly created_at: Date
  readonly created_by: string
  readonly changed_at: Date
}

export async function listPatterns(db: Db): Promise<StoredPattern[]> {
  const rows = await db.selectFrom('guardrail_patterns').selectAll().orderBy('id').execute()
  return rows.map((row) => ({ ...row, mode: mode(row.mode), severity: row.severity as GuardrailSeverity }))
}

export async function insertPattern(tx: Tx, pattern: StoredPattern): Promise<void> {
  await tx.insertInto('guardrail_patterns').values(pattern).execute()
}

export async function updatePattern(
  tx: Tx,
  { id, name, pattern, mode, severity, changed_at }: StoredPattern,
): Promise<void> {
  await tx
    .updateTable('guardrail_patterns')
    .set({ name, pattern, mode, severity, changed_at })
    .where('id', '=', id)
    .execute()
}

export async function deletePattern(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('guardrail_patterns').where('id', '=', id).execute()
}

/** Serialises changes of the settings until the end of the transaction. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('guardrail settings'))`.execute(tx)
}

/** The number of findings of each rule since these times. */
export async function countsSince(db: Db, day: Date, month: Date) {
  return db
    .selectFrom('guardrail_counts')
    .select(['rule', 'outcome'])
    .select(sql<number>`coalesce(sum(times) filter (where hour > ${day}), 0)::int`.as('day'))
    .select(sql<number>`sum(times)::int`.as('month'))
    .where('hour', '>', month)
    .groupBy(['rule', 'outcome'])
    .execute()
}

/** The handles by id, of accounts that exist. */
export async function handlesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'handle'])
    .where('id', 'in', [...ids])
    .where('status', '<>', 'deleted')
    .execute()
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}

/** Ensured by the table's check constraint. */
const mode = (text: string) => text as GuardrailMode
