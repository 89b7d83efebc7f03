/** The pool and the query builder, with the types of the schema. */
import { randomBytes } from 'node:crypto'
import { Kysely, sql, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { Busy, Unavailable } from './errors.ts'
import { createLockRelief } from './lock-relief.ts'
import type { DB } from './schema.ts'
import { WatchedDialect } from './watched-dialect.ts'

export type Db = Kysely<DB>
/** A repository that takes a `Tx` must run in a transaction. */
export type Tx = Transaction<DB>

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** A few connections reserved for maintenance and other background work, with up to a minute per statement. */
  readonly background: Db
  /**
   * A separate pool, for work that may be slow: it waits for its own connections and never takes those of calls. Closed
   * with the rest.
   */
  apart(name: string, connections: number, limits: StatementLimits): Db
  /** A dedicated connection outside the pool, for LISTEN and for the writer of posts. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

/** How long a statement may take before PostgreSQL ends it, which frees the connection. 0: no limit. */
export interface StatementLimits {
  readonly statementMs: number
  /** How long it may wait for one lock. */
  readonly lockMs: number
}

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5000
/**
 * Calls answer within 10 s, whatever the database does (docs/rules/requests.md#database-away). The wait for a lock
 * times out first, then the statement, and last, if PostgreSQL itself is silent, our own timer.
 */
const CALL_LIMITS: StatementLimits = { statementMs: 6000, lockMs: 4000 }
/** How long after PostgreSQL's own limit we give up on a statement: it is frozen, or the network is gone. */
const SILENCE_MS = 2000
/** Our transactions pause only to compute; one that stays idle belongs to a process that hangs. */
const IDLE_IN_TRANSACTION_MS = 30_000
/** For deletes by the thousand and merging the search index, within the minute that a job has. */
const BACKGROUND_LIMITS: StatementLimits = { statementMs: 55_000, lockMs: 10_000 }
export const BACKGROUND_CONNECTIONS = 2
/** For work of unbounded length: migrations of large tables, the operator's commands. */
export const NO_LIMITS: StatementLimits = { statementMs: 0, lockMs: 0 }
/** The prefix of our names in pg_stat_activity: calls append their pool, other work its purpose. */
const APPLICATION = 'flockwork'
/** Enough to be unique among all nodes. */
const POOL_ID_BYTES = 6
const INT8_OID = 20
/**
 * Our statements read few rows. Parallel workers or JIT, which PostgreSQL may choose for a generic plan, take
 * longer than the whole query: 7 ms instead of 2.
 */
export const SESSION_OPTIONS = '-c max_parallel_workers_per_gather=0 -c jit=off'

/**
 * Opens the pools. Nothing is connected yet; the first query fails if the database is unreachable.
 *
 * @param limits of the pool of calls, and of connections outside of it
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  limits: StatementLimits = CALL_LIMITS,
): Database {
  const settingsOf = (name: string, { statementMs, lockMs }: StatementLimits): pg.ClientConfig => ({
    connectionString: url,
    application_name: name,
    options: [
      SESSION_OPTIONS,
      `-c statement_timeout=${statementMs}`,
      `-c lock_timeout=${lockMs}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
    ].join(' '),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(statementMs > 0 && { query_timeout: statementMs + SILENCE_MS }),
    keepAlive: true,
    // numbers of a space's sequence stay far below 2^53
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format),
    },
  })

  const pools: pg.Pool[] = []
  const openPool = (name: string, max: number, of: StatementLimits): pg.Pool => {
    const pool = new pg.Pool({ ...settingsOf(name, of), max })
    // an idle connection that breaks is replaced at the next query; without this listener it would end the process
    pool.on('error', onError)
    // one that breaks between two statements of a transaction emits its error only here
    pool.on('connect', (client) => client.on('error', onError))
    pools.push(pool)
    return pool
  }
  const apart = (name: string, connections: number, of: StatementLimits): Db =>
    queryBuilder(openPool(`${APPLICATION}-${name}`, connections, of))
  const connectAs = async (name: string): Promise<pg.Client> => {
    const client = new pg.Client(settingsOf(name, limits))
    client.on('error', onError)
    await client.connect()
    return client
  }

  const application = `${APPLICATION}-calls-${randomBytes(POOL_ID_BYTES).toString('hex')}`
  const pool = openPool(application, POOL_SIZE, limits)
  const relief = createLockRelief({
    pool,
    application,
    connect: () => connectAs(`${APPLICATION}-relief`),
    onError,
  })

  return {
    db: queryBuilder(pool, relief.check),
    pool,
    background: apart('background', BACKGROUND_CONNECTIONS, BACKGROUND_LIMITS),
    apart,
    connect: () => connectAs(`${APPLICATION}-writer`),
    close: async () => {
      await relief.stop()
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}

function queryBuilder(pool: pg.Pool, onConnect?: () => void): Db {
  return new Kysely<DB>({ dialect: new WatchedDialect({ pool: preparing(pool, onConnect) }) })
}

/** How many distinct statements are prepared; any more (lists of unusual lengths) are planned each time. */
const PREPARED_MAX = 500

/**
 * The query builder's pool. Each connection plans a statement once: planning the joins of a page of
 * messages takes 2 ms, running them a tenth of that.
 */
function preparing(pool: pg.Pool, onConnect: () => void = () => {}): PostgresPool {
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
    const connecting = pool.connect()
    onConnect()
    const client = await connecting
    const prepared = preparedOf.get(client) ?? prepare(client)
    preparedOf.set(client, prepared)
    return prepared
  }
  return over(pool, { connect })
}

/** A view of `object` with some of its members replaced; `object` itself is unchanged. */
function over<T extends object>(object: T, members: Record<string, unknown>): T {
  const result: T = Object.assign(Object.create(object), members)
  return result
}

/** Whether we connect as a superuser, which could do more than anybody needs. */
export async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isSuper: boolean }>`
    select rolsuper as "isSuper" from pg_roles where rolname = current_user
  `.execute(db)
  return rows[0]?.isSuper === true
}

/** PostgreSQL's codes for an unreachable database, rather than a wrong statement. */
const AWAY = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', '08001', '53300', '25P03'])
const AWAY_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const AWAY_TEXT = /timeout|Connection terminated|not queryable|Client was closed/i

export function codeOf(error: unknown): string | undefined {
  if (error !== null && typeof error === 'object' && 'code' in error && typeof error.code === 'string') {
    return error.code
  }
  return undefined
}

/** Whether `error` means that the database is unreachable. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (AWAY.has(code) || AWAY_NODE.has(code))) return true
  return error instanceof Error && code === undefined && AWAY_TEXT.test(error.message)
}

/** A lock wasn't free in time; a statement took too long, or was ended because others waited. */
const BUSY = new Set(['55P03', '57014'])

/** Whether `error` means that the database ended a statement that took too long, which may work a moment later. */
export function isDatabaseBusy(error: unknown): boolean {
  return BUSY.has(codeOf(error) ?? '')
}

/** Maps a database error to the refusal for the caller; `undefined` for a bug of ours. */
export function refusalOfDatabase(error: unknown): Busy | Unavailable | undefined {
  if (isDatabaseBusy(error)) return new Busy()
  return isDatabaseAway(error) ? new Unavailable() : undefined
}

/** Violated when a handle is taken: people and agents share one namespace. */
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
