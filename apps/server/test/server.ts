/** A whole server for a test: real HTTP on a free port, real PostgreSQL, a database without a trace of other tests. */
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Providers } from '@flockwork/contract/auth'
import { createClient, type Client } from './client.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { isMovable, type MovableClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLogger } from '../src/platform/logger.ts'
import { buildServices, type Services } from '../src/services.ts'
import { newDatabase } from './databases.ts'
import { keepFreshRows } from './fresh-rows.ts'
import { sending } from './http.ts'
import { createPeople, type People } from './people.ts'
import { replayed } from './replayed-people.ts'
import { OF_A_TEST, noteStatements } from './statements.ts'

noteStatements()

export interface TestServer extends AsyncDisposable, People {
  readonly url: string
  readonly databaseUrl: string
  readonly services: Services
  /** A client that isn't signed in. */
  readonly api: Client
  /** Moves the server's clock; it runs on from there, unless it is frozen. */
  moveClock(byMs: number): void
  /** From now on only `moveClock` moves the server's clock: what is just before a limit stays before it. */
  freezeClock(): void
  /** SQL on the server's own database. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** A second server process's worth of server on the same database. */
  startTwin(): Promise<TestServer>
  providers(): Promise<Providers>
}

interface Options {
  /** For a test that changes the database's schema, or reads counters and statistics. */
  readonly own?: true
  /** Environment variables beside the test's own. */
  readonly env?: Record<string, string>
  /** Takes each line of the log; LOG_LEVEL says which there are. */
  readonly onLog?: (line: string) => void
}

/**
 * A server as if it had just started, and nobody has signed up. One that served another test with the same settings is
 * made so again, because that takes a tenth of the time.
 */
export async function startServer(options: Options = {}): Promise<TestServer> {
  if (options.own === true) return startAnew(options)
  const { env = {}, onLog = toOutput } = options
  const settings = JSON.stringify(env)
  const at = idle.findIndex((server) => server.settings === settings)
  const server = idle.splice(at, at === -1 ? 0 : 1)[0] ?? (await startReusable(env, onLog))
  server.log.sink = onLog
  return { ...server, [Symbol.asyncDispose]: () => reuse(server) }
}

async function startAnew(options: Options): Promise<TestServer> {
  const database = await newDatabase()
  const server = await startOn(database.url, options)
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      database.dropSoon()
    },
  }
}

export interface Pair extends AsyncDisposable {
  readonly server: TestServer
  /** A second node on the same database. */
  readonly twin: TestServer
}

interface ReusablePair {
  readonly server: ReusableServer
  readonly twin: TestServer
}

/** The worker's two nodes on one database that no test uses at the moment. */
let idlePair: ReusablePair | undefined

/** Two nodes as if they had just started on an empty database; for a test that stops neither. */
export async function startPair(): Promise<Pair> {
  const pair = idlePair ?? (await startReusablePair())
  idlePair = undefined
  return {
    ...pair,
    async [Symbol.asyncDispose]() {
      if (await isFresh(pair.server, pair.twin)) idlePair = pair
      else await endAll(pair.twin, pair.server)
    },
  }
}

async function startReusablePair(): Promise<ReusablePair> {
  const server = await startReusable({}, toOutput)
  const twin = await server.startTwin()
  return { server, twin: { ...twin, services: withoutEnds(twin.services) } }
}

interface ReusableServer extends TestServer {
  readonly settings: string
  readonly log: { sink: (line: string) => void }
  readonly restoreRows: () => Promise<void>
}

/** The worker's servers that no test uses at the moment, the latest used last. */
const idle: ReusableServer[] = []
const IDLE_MAX = 3

const toOutput = (line: string) => void process.stdout.write(line)

async function startReusable(
  env: Record<string, string>,
  onLog: (line: string) => void,
): Promise<ReusableServer> {
  const log = { sink: onLog }
  const server = await startAnew({ env, onLog: (line) => log.sink(line) })
  const { restore } = await keepFreshRows(server.services.database.pool)
  return {
    ...server,
    settings: JSON.stringify(env),
    log,
    services: withoutEnds(server.services),
    query: (text, values) => {
      if (MORE_THAN_ROWS.test(text)) throw new NotOwned()
      return server.query(text, values)
    },
    restoreRows: restore,
  }
}

const MORE_THAN_ROWS = /^\s*(alter|analyze|create|drop|vacuum)\b|pg_terminate_backend/i

class NotOwned extends Error {
  constructor() {
    super('Such a test has a server of its own: startServer({ own: true })')
  }
}

/** The same services, of which no part can be ended or replaced. */
function withoutEnds(services: Services): Services {
  const parts = Object.entries(services).map(([name, part]: [string, unknown]) => [name, withoutEnd(part)])
  return Object.freeze(Object.fromEntries(parts) as Services)
}

function withoutEnd(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype)
    return part
  const stop = () => {
    throw new NotOwned()
  }
  return Object.freeze({ ...part, ...('stop' in part && { stop }) })
}

async function reuse(server: ReusableServer): Promise<void> {
  if (await isFresh(server)) {
    server.log.sink = toOutput
    idle.push(server)
  } else await endAll(server)
  if (idle.length > IDLE_MAX) await idle.shift()?.[Symbol.asyncDispose]()
}

/** Takes everything out of a server, and out of its twin, that a test left in them; false: that failed. */
async function isFresh(server: ReusableServer, ...twins: readonly TestServer[]): Promise<boolean> {
  const nodes = [server, ...twins].map(({ services }) => services)
  try {
    for (const { streams } of nodes) streams.endAll()
    await Promise.all(
      nodes.flatMap(({ receipts, connectionRecorder, securityLog, activity, ledger }) => [
        receipts.flush(),
        connectionRecorder.flush(),
        securityLog.flush(),
        activity.flush(),
        ledger.flush(),
      ]),
    )
    await server.restoreRows()
    for (const node of nodes) {
      movable(node).reset()
      node.oauth.limits.reset()
    }
    await server.services.bus.publish([{ kind: 'signing_keys_changed' }, { kind: 'guardrails_changed' }])
    return true
  } catch (error) {
    console.warn('A server is not used again:', error)
    return false
  }
}

async function endAll(...servers: readonly TestServer[]): Promise<void> {
  for (const server of servers) await server[Symbol.asyncDispose]()
}

/** A server on a database that is there already, with its schema. */
export async function startOn(databaseUrl: string, options: Options = {}): Promise<TestServer> {
  const config = readConfig({
    FLOCKWORK_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SCALE: '1000',
    // without a probe of the web
    CLIENT_ID_DOCUMENTS: 'on',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(tmpdir(), `flockwork-tests-${process.pid}`),
    ...options.env,
  })
  const database = openDatabase(databaseUrl, () => {})
  let port = 0
  const services = await buildServices({
    config,
    database,
    databaseUrl,
    logger: createLogger(config.logLevel, options.onLog && { write: options.onLog }),
    port: () => port,
  })
  const app = await createApp(services)
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${port}`
  const api = createClient({ baseUrl: url, send: sending() })
  const hasOwnSettings = Object.keys(options.env ?? {}).length > 0

  return {
    ...createPeople(url, hasOwnSettings ? undefined : (name, make) => replayed(services, name, make)),
    url,
    databaseUrl,
    services,
    api,
    moveClock(byMs) {
      const clock = movable(services)
      clock.moveTo(clock.now() + byMs)
    },
    freezeClock() {
      movable(services).freeze()
    },
    async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const { rows } = await database.pool.query<R>(OF_A_TEST + text, values)
      return rows
    },
    startTwin: () => startOn(databaseUrl, options),
    providers: () => api.auth.providers(),
    async [Symbol.asyncDispose]() {
      await app.close()
      await services.stop()
      await database.close()
    },
  }
}

function movable({ clock }: Services): MovableClock {
  if (!isMovable(clock)) throw new Error('This clock can not be moved')
  return clock
}

/** Long enough that no two mistakes look like the storm of a broken program, which is slowed down for a while. */
const SLOWLY_MS = 61_000

/** Lets the server's clock run on between the mistakes of one caller. */
export function slowly(server: TestServer): void {
  server.moveClock(SLOWLY_MS)
}
