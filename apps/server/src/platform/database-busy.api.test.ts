/** A table or row that stays locked delays only the calls that need it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callOnce } from '../../test/calls.ts'
import { lockRows, untilWaiting } from '../../test/locks.ts'
import { startServer } from '../../test/server.ts'
import { isDatabaseBusy, openDatabase, type Database, type Db } from './database.ts'

/** More than there are connections for calls. */
const CALLS = 24

test('while a table is locked, calls that need it are refused and all others are answered', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  await using lock = await lockRows(server, 'lock table agent_teams in access exclusive mode', [])
  const teams = () => callOnce(server.url, 'GET', '/api/teams', { token: ana.token() })

  const stuck = Array.from({ length: CALLS }, teams)
  const me = await callOnce(server.url, 'GET', '/auth/me', { token: bob.token() })
  const posted = await bob.says('nothing keeps me waiting')
  const feed = await callOnce(server.url, 'GET', '/auth/messages', { token: bob.token() })

  expect([me.status, posted.content, feed.status]).toEqual([200, 'nothing keeps me waiting', 200])
  const { status, headers, body } = await Promise.race(stuck)
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(body).toMatchObject({ error: 'busy', detail: expect.stringContaining('try again') })
  await lock.release()
  const statuses = (await Promise.all(stuck)).map((answer) => answer.status)
  expect(statuses.filter((each) => each !== 200 && each !== 503)).toEqual([])
  expect((await teams()).status).toBe(200)
})

test('PostgreSQL itself ends a statement or a wait that takes too long, so that its connection is free', async () => {
  await using server = await startServer()
  const limits = { statementMs: 50, lockMs: 20 }
  const database = openDatabase(server.databaseUrl, () => {}, limits)
  await using lock = await lockRows(server, 'lock table agent_teams in access exclusive mode', [])

  for (const statement of ['select pg_sleep(60)', 'select 1 from agent_teams']) {
    const error: unknown = await database.pool.query(statement).catch((reason: unknown) => reason)
    expect([statement, isDatabaseBusy(error)]).toEqual([statement, true])
    // the same connection
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }
  await lock.release()
  await database.close()
})

test("a node that runs out of connections cancels its own lock waits, and never another node's", async () => {
  await using server = await startServer()
  const [full, idle] = [
    openDatabase(server.databaseUrl, () => {}),
    openDatabase(server.databaseUrl, () => {}),
  ]
  await using lock = await lockRows(server, 'lock table agent_teams in access exclusive mode', [])
  const read = ({ db }: Database) => sql`select 1 from agent_teams`.execute(db)

  const isEnded = (query: Promise<unknown>) => query.then(() => false, isDatabaseBusy)
  const ofIdle = isEnded(read(idle))
  await untilWaiting(server, 1)
  const ofFull = Array.from({ length: CALLS }, () => isEnded(read(full)))
  expect(await Promise.race(ofFull)).toBe(true)

  await lock.release()
  expect(await ofIdle).toBe(false)
  await Promise.all(ofFull)
  await Promise.all([full.close(), idle.close()])
})

test('only the wait for a lock counts, not what a statement did before', async () => {
  await using server = await startServer()
  const database = openDatabase(server.databaseUrl, () => {})
  await using lock = await lockRows(server, 'lock table agent_teams in access exclusive mode', [])
  const WORK_MS = 500
  const work = `do $$ begin perform pg_sleep(${WORK_MS / 1000}); perform 1 from agent_teams; end $$`

  const began = performance.now()
  const worked = sql.raw(work).execute(database.db)
  // enough that some are always waiting for a connection
  const stuck = Promise.allSettled(
    Array.from({ length: 3 * CALLS }, () => sql`select 1 from agent_teams`.execute(database.db)),
  )
  await Promise.allSettled([worked])

  // it waited for at least a quarter of a second, by the server's clock
  expect(performance.now() - began).toBeGreaterThanOrEqual(WORK_MS + 250)
  await lock.release()
  await stuck
  await database.close()
})

const SETTINGS = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout']

test('the connections for calls, for searches and for maintenance each have their limits', async () => {
  await using server = await startServer()
  const { database, search } = server.services
  const limits = await Promise.all([database.db, search.db, database.background].map(limitsOf))
  const [calls = [], searches = [], background = []] = limits

  expect(limits.flat().every((ms) => ms > 0)).toBe(true)
  // [while idle in a transaction, for a lock, for a statement]
  expect([calls[2] ?? 0, searches[2] ?? 0].every((ms) => ms < 8000)).toBe(true)
  expect(background[2]).toBeGreaterThan(30_000)
})

async function limitsOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select setting::int as ms from pg_settings where name = any(${SETTINGS}) order by name
  `.execute(db)
  return rows.map(({ ms }) => ms)
}
