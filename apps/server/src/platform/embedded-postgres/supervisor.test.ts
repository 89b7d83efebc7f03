import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query, disposable, temporaryFolder, until } from './fixtures.ts'
import { startDatabase } from './index.ts'

const SLOW = { timeout: 90_000 }
const log = () => undefined

// Making a database is what takes long, so the tests take turns on one folder.
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  const database = await startDatabase({ dataDir: folder.path, log })
  await database.stop()
}, 90_000)
afterAll(() => folder[Symbol.asyncDispose]())

test(
  'a new folder gets a UTF-8 database that keeps its rows, and starts again in well under a second',
  SLOW,
  async () => {
    await using folder = await temporaryFolder()
    const dataDir = join(folder.path, 'data')
    const lines: string[] = []

    const first = await startDatabase({ dataDir, log: (line) => lines.push(line) })
    await query(first.url, "create table birds as select 'Zilpzalp'::text as name")
    const [facts] = await query(
      first.url,
      `select current_database() as database, current_setting('server_encoding') as encoding,
            current_setting('listen_addresses') as network, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as synchronous_commit, lower('ÄÖ') as lower,
            inet_server_addr() as address`,
    )
    await first.stop()
    expect(facts).toEqual({
      database: 'flockwork',
      encoding: 'UTF8',
      network: '',
      fsync: 'on',
      synchronous_commit: 'on',
      lower: 'äö',
      address: null,
    })
    expect((await stat(join(dataDir, 'pg'))).mode & 0o777).toBe(0o700)
    expect(lines.filter((line) => /FATAL|ERROR/.test(line))).toEqual([])

    const began = performance.now()
    await using again = disposable(await startDatabase({ dataDir, log }))
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(again.database.url).toBe(first.url)
    expect(await query(again.database.url, 'select name from birds')).toEqual([{ name: 'Zilpzalp' }])
  },
)

test('parallel queries have the shared memory they need', SLOW, async () => {
  await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
  const client = new Client({ connectionString: db.database.url })
  await client.connect()
  await client.query('create table numbers as select generate_series(1, 200000) as n; analyze numbers')
  await client.query('set parallel_setup_cost = 0; set min_parallel_table_scan_size = 0')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    'explain analyze select count(*) from numbers',
  )
  await client.end()
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Workers Launched: [1-9]/)
})

test(
  'PostgreSQL that dies is started again at the same address, with everything that was acknowledged',
  SLOW,
  async () => {
    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
    const { url, pid } = db.database
    await query(url, 'create table kept1 as select 1 as one')

    process.kill(pid, 'SIGKILL')
    await until(() => db.database.pid !== pid)

    expect(db.database.url).toBe(url)
    expect(await query(url, 'select one from kept1')).toEqual([{ one: 1 }])
  },
)

test('stopping twice stops once', SLOW, async () => {
  const database = await startDatabase({ dataDir: folder.path, log })
  await Promise.all([database.stop(), database.stop()])
  await expect(query(database.url, 'select 1')).rejects.toThrow()
})

test('over loopback, as on Windows, a password is needed', SLOW, async () => {
  await using folder = await temporaryFolder()
  const start = () => startDatabase({ dataDir: folder.path, log, endpointKind: 'loopback' })
  await (await start()).stop()
  await using db = disposable(await start())

  const { url } = db.database
  expect(
    await query(url, "select host(inet_server_addr()) as at, current_setting('password_encryption') as kind"),
  ).toEqual([{ at: '127.0.0.1', kind: 'scram-sha-256' }])
  const guessed = new URL(url)
  guessed.password = 'guessed'
  await expect(query(guessed.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  await expect(start()).rejects.toThrow(/already running/)
})
