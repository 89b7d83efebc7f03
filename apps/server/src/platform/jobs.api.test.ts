/** Jobs outlive the process that works on them. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from '../../test/calls.ts'
import { newDatabase } from '../../test/databases.ts'
import { openDatabase } from './database.ts'
import { startJobs, type Jobs } from './jobs.ts'

const QUEUE = 'slow'
const TAKEN_OVER_WITHIN_MS = 5000

test('what a dead process was working on is done by the next that starts, within 5 s, and what a live one does is left', async () => {
  const { url, dropSoon } = await newDatabase()
  const database = openDatabase(url, () => {})
  const clients: pg.Client[] = []
  const started: string[] = []
  const unblock = Promise.withResolvers<void>()
  const start = async (name: string, work: () => Promise<void>): Promise<Jobs> => {
    const connect = async () => {
      const client = await database.connect()
      clients.push(client)
      return client
    }
    const jobs = await startJobs({ url, connect, onError: () => {} })
    await jobs.declare(QUEUE)
    await jobs.work(QUEUE, 1, async () => {
      started.push(name)
      await work()
    })
    return jobs
  }
  const jobOf = async () => (await database.pool.query(`select state, retry_count from pgboss.job`)).rows
  const locks = async () =>
    (
      await database.pool.query(
        `select 1 from pg_locks join pg_database d on d.oid = database
         where locktype = 'advisory' and objsubid = 2 and datname = current_database()`,
      )
    ).rows

  const dying = await start('dying', () => unblock.promise)
  await dying.addWithin(database.pool, [{ queue: QUEUE, data: { n: 1 } }])
  await eventually(
    async () => started.length,
    (count) => count === 1,
  )
  const beside = await start('beside', async () => {})
  expect([started, await jobOf()]).toEqual([['dying'], [{ state: 'active', retry_count: 0 }]])
  await beside.stop()

  // as if the process were killed: its connection ends without a word
  const { connection } = clients[0] as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
  await eventually(locks, (rows) => rows.length === 0)
  const from = performance.now()
  const next = await start('next', async () => {})

  await eventually(
    async () => started.at(-1),
    (name) => name === 'next',
  )
  expect(performance.now() - from).toBeLessThan(TAKEN_OVER_WITHIN_MS)
  expect(started).toEqual(['dying', 'next'])
  await eventually(jobOf, ([job]) => job?.state === 'completed')
  unblock.resolve()
  await dying.stop()
  await next.stop()
  await database.close()
  dropSoon()
})
