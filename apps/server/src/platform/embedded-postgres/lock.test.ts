import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query, disposable, kill, startServerProcess, temporaryFolder, until, untilGone } from './fixtures.ts'
import { AlreadyRunning, startDatabase } from './index.ts'

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

/** The wrapper, found as the parent of PostgreSQL. */
async function parentOf(pid: number): Promise<number> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8')
  return Number(facts.slice(facts.lastIndexOf(')') + 2).split(' ')[1])
}

test('a second start says which process runs already, and leaves it alone', SLOW, async () => {
  await using server = await startServerProcess(folder.path)

  const second = startDatabase({ dataDir: folder.path, log })

  await expect(second).rejects.toBeInstanceOf(AlreadyRunning)
  await expect(second).rejects.toMatchObject({ pid: server.process.pid })
  await expect(second).rejects.toThrow(`process ${server.process.pid}`)
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second start in the same process is refused as well', SLOW, async () => {
  await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
  await expect(startDatabase({ dataDir: folder.path, log })).rejects.toMatchObject({ pid: process.pid })
  expect(await query(db.database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('two first starts at once make one database, and one of them is refused', SLOW, async () => {
  await using folder = await temporaryFolder()
  const start = () => startDatabase({ dataDir: folder.path, log })
  const results = await Promise.allSettled([startServerProcess(folder.path), start()])

  const running = results.filter((result) => result.status === 'fulfilled')
  for (const result of running) {
    if ('stop' in result.value) await result.value.stop()
    else await result.value[Symbol.asyncDispose]()
  }
  expect(running).toHaveLength(1)
})

test(
  'killing the server with -9 leaves no PostgreSQL, and the next start finds every acknowledged row',
  SLOW,
  async () => {
    await using server = await startServerProcess(folder.path)
    await query(server.url, 'create table kept1 as select 1 as one')

    await kill(server.process)
    // At once: the new start may meet the old PostgreSQL while it is stopping.
    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))

    await untilGone(server.postgres)
    expect(await query(db.database.url, 'select one from kept1')).toEqual([{ one: 1 }])
  },
)

test.runIf(process.platform === 'linux')(
  'an orphan, its wrapper killed too, is stopped and replaced',
  SLOW,
  async () => {
    await using server = await startServerProcess(folder.path)
    await query(server.url, 'create table kept2 as select 1 as one')

    // The server is stopped first, so that it can't notice the wrapper's death.
    server.process.kill('SIGSTOP')
    process.kill(await parentOf(server.postgres), 'SIGKILL')
    await kill(server.process)
    expect(await query(server.url, 'select one from kept2')).toEqual([{ one: 1 }])

    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
    expect(db.database.pid).not.toBe(server.postgres)
    await untilGone(server.postgres)
    expect(await query(db.database.url, 'select one from kept2')).toEqual([{ one: 1 }])
  },
)

test.runIf(process.platform === 'linux')(
  'a wrapper that is killed is replaced while the server lives',
  SLOW,
  async () => {
    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
    const { pid, url } = db.database

    process.kill(await parentOf(pid), 'SIGKILL')

    await until(() => db.database.pid !== pid)
    await untilGone(pid)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(process.platform === 'linux')(
  'a stop right after the wrapper was killed still stops PostgreSQL',
  SLOW,
  async () => {
    const database = await startDatabase({ dataDir: folder.path, log })
    process.kill(await parentOf(database.pid), 'SIGKILL')
    await database.stop()
    await untilGone(database.pid)
  },
)

test.runIf(process.platform === 'linux')(
  'a lock left by a crash, its number now of another program, holds nobody up',
  SLOW,
  async () => {
    const lockFile = join(folder.path, 'pg', 'postmaster.pid')
    const crashed = await startServerProcess(folder.path)
    const lock = await readFile(lockFile, 'utf8')
    await kill(crashed.process)
    await untilGone(crashed.postgres)
    const stranger = spawn('sleep', ['60'])
    await writeFile(lockFile, lock.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 })

    const began = performance.now()
    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))

    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await query(db.database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
    await kill(stranger)
  },
)
