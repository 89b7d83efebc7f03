/** SQL for the list of violations. Each kind of search has its own index; names are resolved first. */
import type {
  GuardrailKind,
  GuardrailSeverity,
  ViolationOutcome,
  ViolationSort,
} from '@flockwork/contract/guardrails'
import { GUARDRAIL_SEVERITIES } from '@flockwork/contract/guardrails'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { DB } from '../../../platform/schema.ts'

/** The maximum number of accounts and of spaces that a search matches. */
const NAMED_MAX = 100

/** A resolved search: words of texts, or matching accounts and spaces. */
export interface Found {
  readonly words: readonly string[]
  readonly accountIds: readonly string[]
  readonly spaceIds: readonly string[]
}

export interface Where {
  readonly resolved: boolean | null
  readonly rule?: string | undefined
  readonly kind?: GuardrailKind | undefined
  readonly severity?: GuardrailSeverity | undefined
  readonly outcome?: ViolationOutcome | undefined
  /** Null: no search. */
  readonly found: Found | null
}

export interface Page {
  readonly sort: ViolationSort
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** Accounts with this handle prefix, and spaces with words of this prefix in their name. */
export async function findNamed(db: Db, search: string): Promise<Omit<Found, 'words'>> {
  const start = `${search
    .replace(/^@/, '')
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('handle', 'like', start)
    .limit(NAMED_MAX)
    .execute()
  const { rows: spaces } = await sql<{ id: string }>`
    select id from spaces
    where deleted_at is null and space_words(name) @@ space_search(${search}) limit ${NAMED_MAX}
  `.execute(db)
  return { accountIds: accounts.map(({ id }) => id), spaceIds: spaces.map(({ id }) => id) }
}

export type ViolationRow = Awaited<ReturnType<typeof listPage>>[number]

export async function listPage(db: Db, where: Where, { sort, order, limit, offset }: Page) {
  // 1 is the most severe, so the order is reversed
  const opposite = order === 'desc' ? 'asc' : 'desc'
  const direction = sort === 'severity' ? opposite : order
  const column = sort === 'timestamp' ? ('last_at' as const) : sort
  const page = db
    .selectFrom('violations')
    .select('id')
    .where((eb) => conditions(eb, where))
    .orderBy(column, direction)
    .$if(sort !== 'timestamp', (query) => query.orderBy('last_at', 'desc'))
    .orderBy('id', sort === 'timestamp' ? order : 'desc')
    .limit(limit)
    .offset(offset)
  const ids = (await page.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await withNames(db).where('violations.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function countAll(db: Db, where: Where): Promise<number> {
  const { count } = await db
    .selectFrom('violations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => conditions(eb, where))
    .executeTakeFirstOrThrow()
  return count
}

export function findViolation(db: Db, id: string) {
  return withNames(db).where('violations.id', '=', id).executeTakeFirst()
}

function conditions(eb: ExpressionBuilder<DB, 'violations'>, where: Where): Expression<SqlBool> {
  const { resolved, rule, kind, severity, outcome, found } = where
  return eb.and([
    ...(resolved === null ? [] : [eb('resolved_at', resolved ? 'is not' : 'is', null)]),
    ...(rule === undefined ? [] : [eb('rule', '=', rule)]),
    ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
    ...(severity === undefined ? [] : [eb('severity', '=', GUARDRAIL_SEVERITIES.indexOf(severity) + 1)]),
    ...(outcome === undefined ? [] : [eb('outcome', '=', outcome)]),
    ...(found === null ? [] : [isFound(eb, found)]),
  ])
}

/** One query per index: a combined one would re-read each row's words. */
function isFound(
  eb: ExpressionBuilder<DB, 'violations'>,
  { words, accountIds, spaceIds }: Found,
): Expression<SqlBool> {
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const ids = (column: 'account_id' | 'person_id' | 'space_id', of: readonly string[]) =>
    eb
      .selectFrom('violations')
      .select('id')
      .where(column, 'in', [...of])
  const byWords = eb
    .selectFrom('violations')
    .select('id')
    .where(sql<SqlBool>`to_tsvector('simple', content) @@ to_tsquery('simple', ${query})`)
  const named = [
    ...(accountIds.length === 0 ? [] : [ids('account_id', accountIds), ids('person_id', accountIds)]),
    ...(spaceIds.length === 0 ? [] : [ids('space_id', spaceIds)]),
  ]
  return eb(
    'id',
    'in',
    named.reduce((found, more) => found.union(more), byWords),
  )
}

function withNames(db: Db) {
  return db
    .selectFrom('violations')
    .leftJoin('accounts', 'accounts.id', 'violations.account_id')
    .leftJoin('accounts as owners', 'owners.id', 'violations.person_id')
    .leftJoin('accounts as resolvers', 'resolvers.id', 'violations.resolved_by')
    .leftJoin('spaces', 'spaces.id', 'violations.space_id')
    .selectAll('violations')
    .select(['accounts.kind as account_kind', 'spaces.name as space_name'])
    .select(sql<string | null>`case when accounts.status <> 'deleted' then accounts.handle end`.as('handle'))
    .select(
      sql<string | null>`case when owners.status <> 'deleted' then owners.handle end`.as('owner_handle'),
    )
    .select(
      sql<string | null>`case when resolvers.status <> 'deleted' then resolvers.handle end`.as(
        'resolver_handle',
      ),
    )
}
