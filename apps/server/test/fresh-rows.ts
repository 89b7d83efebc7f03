/** Puts a test database back to the rows that it had when its server had just started. */
import type pg from 'pg'
import { retryDeadlocks } from '../src/platform/database.ts'

type Queryable = Pick<pg.Pool, 'query'>

export interface FreshRows {
  /** @throws when the account may not switch triggers off, or a writer doesn't end. */
  restore(): Promise<void>
}

/** The jobs keep their queues and times; what is in a queue goes. */
const TABLES = `
  select n.nspname as schema, c.relname as name
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r'
    and (n.nspname = 'public' and c.relname not like 'kysely%' or n.nspname = 'pgboss' and c.relname like 'job%')
  order by 1, 2`

interface Table {
  readonly schema: string
  readonly name: string
}

/** Keeps a copy of the few rows that a server's start makes. */
export async function keepFreshRows(database: Queryable): Promise<FreshRows> {
  const { rows: tables } = await database.query<Table>(TABLES)
  const filled: Table[] = []
  for (const table of tables) {
    const { rowCount } = await database.query(`select from ${nameOf(table)} limit 1`)
    if (rowCount === 1) filled.push(table)
  }
  await database.query(
    [
      'create schema fresh',
      ...filled.map((table) => `create table ${copyOf(table)} as table ${nameOf(table)}`),
    ].join(';'),
  )

  const restoring = [
    // a writer that is under way ends first; deadlocks with it are found at once
    "set local deadlock_timeout = '20ms'",
    "set local lock_timeout = '5s'",
    // foreign keys need no order of the tables
    'set local session_replication_role = replica',
    `lock table ${tables.map(nameOf).join(', ')} in exclusive mode`,
    ...tables.map((table) => `delete from ${nameOf(table)}`),
    ...filled.map((table) => `insert into ${nameOf(table)} table ${copyOf(table)}`),
  ].join(';')

  return {
    async restore() {
      await retryDeadlocks(() => database.query(restoring))
    },
  }
}

const nameOf = ({ schema, name }: Table) => `"${schema}"."${name}"`
const copyOf = ({ schema, name }: Table) => `fresh."${schema}_${name}"`
