/** SQL for the audit log. */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/** Filters; absent: all. */
export interface Filter {
  /** Null: entries without an actor. */
  readonly actorId?: string | null
  readonly action?: string
  readonly targetType?: string
  readonly targetId?: string
  readonly spaceId?: string
  readonly from?: Date
  readonly until?: Date
  readonly text?: string
}

export interface Position {
  readonly at: Date
  readonly number: number
}

/** Disables generic plans: the best index depends on the values, and a rare word would take a hundred times as long. */
export async function planEachTime(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
}

export type ListedRow = Awaited<ReturnType<typeof listEntries>>[number]

/** Newest first, older than `before`. */
export function listEntries(db: Db, filter: Filter, before: Position | null, limit: number) {
  return db
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.actor_id')
    .leftJoin('spaces', 'spaces.id', 'audit.space_id')
    .select([
      'audit.number',
      'audit.id',
      'audit.at',
      'audit.actor_id',
      'accounts.kind as actor_kind',
      'accounts.handle as actor_handle',
      'accounts.status as actor_status',
      'audit.action',
      'audit.target_type',
      'audit.target_id',
      'audit.target_name',
      'audit.space_id',
      'spaces.name as space_name',
      'audit.before',
      'audit.after',
      'audit.ip',
    ])
    .select(isErased.as('erased'))
    .where((where) =>
      where.and([
        ...conditionsOf(filter),
        ...(before === null
          ? []
          : [sql<SqlBool>`(audit.at, audit.number) < (${before.at}, ${before.number})`]),
      ]),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.number', 'desc')
    .limit(limit)
    .execute()
}

const isErased = sql<boolean>`(
  audit.name_hash is not null and audit.target_name is null or audit.before_hash is not null and audit.before is null
  or audit.after_hash is not null and audit.after is null or audit.ip_hash is not null and audit.ip is null
)`

function conditionsOf(filter: Filter): Expression<SqlBool>[] {
  const { actorId, action, targetType, targetId, spaceId, from, until, text } = filter
  const conditions: (Expression<SqlBool> | false)[] = [
    actorId === null && sql<SqlBool>`audit.actor_id is null`,
    typeof actorId === 'string' && sql<SqlBool>`audit.actor_id = ${actorId}`,
    action !== undefined && sql<SqlBool>`audit.action = ${action}`,
    targetType !== undefined && sql<SqlBool>`audit.target_type = ${targetType}`,
    targetId !== undefined && sql<SqlBool>`audit.target_id = ${targetId}`,
    spaceId !== undefined && sql<SqlBool>`audit.space_id = ${spaceId}`,
    from !== undefined && sql<SqlBool>`audit.at >= ${from}`,
    until !== undefined && sql<SqlBool>`audit.at < ${until}`,
    // the last word is a prefix; a text without words finds nothing
    text !== undefined &&
      sql<SqlBool>`audit.words @@ (
        case when plainto_tsquery('simple', ${text}) = '' then null
        else (plainto_tsquery('simple', ${text})::text || ':*')::tsquery end
      )`,
  ]
  return conditions.filter((condition) => condition !== false)
}

export type StoredRow = Awaited<ReturnType<typeof pageOfEntries>>[number]

/**
 * Entries with their proofs, in the order of their numbers.
 * @param after the `position` of the previous one; null: from the start. A string, because a tampered log may have
 * entry numbers beyond JavaScript's safe integers.
 */
export function pageOfEntries(db: Db, filter: Filter, after: string | null, limit: number) {
  return db
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.actor_id')
    .selectAll('audit')
    .select([
      'accounts.kind as actor_kind',
      'accounts.handle as actor_handle',
      'accounts.status as actor_status',
    ])
    .select([
      sql<string>`audit.number::text`.as('position'),
      // avoids an overflow for the smallest number
      sql<Buffer | null>`(
        select one.hash from audit one where one.number = case when audit.number > 1 then audit.number - 1 end
      )`.as('previous'),
    ])
    .where((where) =>
      where.and([
        ...conditionsOf(filter),
        ...(after === null ? [] : [sql<SqlBool>`audit.number > ${after}`]),
      ]),
    )
    .orderBy('audit.number')
    .limit(limit)
    .execute()
}

export function findAccountByHandle(db: Db, handle: string) {
  return db.selectFrom('accounts').select('id').where('handle', '=', handle).executeTakeFirst()
}

export function findAdministrator(db: Db, accountId: string) {
  return db
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.id', 'people.account_id')
    .select('accounts.handle')
    .where('people.account_id', '=', accountId)
    .where('people.role', '=', 'admin')
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
}

export function findSpaceBySlug(db: Db, slug: string) {
  return db.selectFrom('spaces').select('id').where('slug', '=', slug).executeTakeFirst()
}

/** The distinct values of a column, by a loose index scan. */
export async function distinctValues(db: Db, column: 'action' | 'target_type'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive steps as (
      (select ${name} as value from audit order by ${name} limit 1)
      union all
      select (select ${name} from audit where ${name} > steps.value order by ${name} limit 1) from steps
      where steps.value is not null
    )
    select value from steps where value is not null
  `.execute(db)
  return rows.map(({ value }) => value)
}

export function findHead(db: Db) {
  return db.selectFrom('audit_head').select(['number', 'hash']).executeTakeFirst()
}

export function listCheckpoints(db: Db) {
  return db.selectFrom('audit_checkpoints').selectAll().orderBy('number').execute()
}

export function findLastCheckpoint(db: Db) {
  return db
    .selectFrom('audit_checkpoints')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The number of entries that never became part of the chain, because the trigger was removed. */
export async function countPending(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_pending')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
