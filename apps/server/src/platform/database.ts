/** The pool and the query builder, with the types of the schema. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>
/** A repository that takes a `Tx` must run in a transaction. */
export type Tx = Transaction<DB>

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** A dedicated connection outside the pool, for LISTEN and for the writer of posts. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5000
/** A frozen database becomes an error that the caller sees, within 10 s (docs/rules/requests.md#database-away). */
const QUERY_TIMEOUT_MS = 8000
const INT8_OID = 20
/**
 * Every statement here reads few rows. Parallel workers or JIT, which PostgreSQL may choose for a generic plan, take
 * longer than the whole query: 7 ms instead of 2.
 */
export const SESSION_OPTIONS = '-c max_parallel_workers_per_gather=0 -c jit=off'

/** Opens a pool. Nothing is connected yet; the first query fails if the database is away. */
export function openDatabase(url: string, onError: (error: Error) => void): Database {
  const settings: pg.ClientConfig = {
    connectionString: url,
    options: SESSION_OPTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // numbers of a space's sequence stay far below 2^53
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format),
    },
  }
  const pool = new pg.Pool({ ...settings, max: POOL_SIZE })
  // an idle connection that breaks is replaced at the next query; without a listener it would end the process
  pool.on('error', onError)
  // one that breaks between two statements of a transaction emits its error only here
  pool.on('connect', (client) => client.on('error', onError))

  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) }),
    pool,
    connect: async () => {
      const client = new pg.Client(settings)
      client.on('error', onError)
      await client.connect()
      return client
    },
    close: async () => {
      await pool.end()
    },
  }
}

/** Statements that are prepared; the rest (lists of unusual lengths) is planned each time. */
const PREPARED_MAX = 500

/**
 * The pool for the query builder, which plans each statement once for each connection: planning the joins of a page of
 * messages takes 2 ms, running them a tenth of that.
 */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= PREPARED_MAX) return known
    const name = `k${names.size}`
    names.set(text, name)
    return name
  }

  const preparedOf = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new Error('Results are not read by cursor here')
      // a text without values may be several commands, which can't be prepared
      const name = values.length === 0 ? undefined : nameOf(text)
      return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    }
    return over(client, { query })
  }
  const connect = async () => {
    const client = await pool.connect()
    const prepared = preparedOf.get(client) ?? prepare(client)
    preparedOf.set(client, prepared)
    return prepared
  }
  return over(pool, { connect })
}

/** `object` with some of its members replaced; the object itself stays as it is. */
function over<T extends object>(object: T, members: Record<string, unknown>): T {
  const result: T = Object.assign(Object.create(object), members)
  return result
}

/** PostgreSQL's codes for a database that is away, rather than for a wrong statement. */
const AWAY = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', '08001', '53300'])
const AWAY_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const AWAY_TEXT = /timeout|Connection terminated|not queryable|Client was closed/i

export function codeOf(error: unknown): string | undefined {
  if (error !== null && typeof error === 'object' && 'code' in error && typeof error.code === 'string') {
    return error.code
  }
  return undefined
}

/** Whether `error` means that the database can't be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (AWAY.has(code) || AWAY_NODE.has(code))) return true
  return error instanceof Error && code === undefined && AWAY_TEXT.test(error.message)
}

/** The constraints that a taken handle violates: people and agents share one namespace. */
export const HANDLE_CONSTRAINTS = ['handles_pkey', 'accounts_handle_key'] as const

export const UNIQUE_VIOLATION = '23505'

const DEADLOCK = '40P01'
const DEADLOCK_TRIES = 3

/** Runs `work`, a whole transaction, again after a deadlock. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let left = DEADLOCK_TRIES - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || left === 0) throw error
    }
  }
}

/** Whether a unique constraint was violated; with names, one of these. */
export function isUniqueViolation(error: unknown, ...constraints: string[]): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false
  if (constraints.length === 0) return true
  return error instanceof Error && 'constraint' in error && constraints.includes(String(error.constraint))
}
