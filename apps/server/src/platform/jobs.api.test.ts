/** Jobs outlive the process that works on them. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../test/calls.ts'
import { newDatabase } from '../../test/databases.ts'
import { openDatabase } from './database.ts'
import { createJobLocks } from './job-locks.ts'
import { coalesceJobs, requeue, startJobs, type Jobs } from './jobs.ts'

const QUEUE = 'slow'
const TAKEN_OVER_WITHIN_MS = 5000

/** The lock connections of a process, which a test can cut, refuse and delay. */
function lockConnections(connect: () => Promise<pg.Client>) {
  const opened: pg.Client[] = []
  let gate = Promise.resolve()
  return {
    async connect(): Promise<pg.Client> {
      await gate
      const client = await connect()
      opened.push(client)
      return client
    },
    /** New connections wait for this; if it rejects, they fail. */
    set gate(next: Promise<void>) {
      next.catch(() => {})
      gate = next
    },
    /** Cuts the latest connection silently. */
    cut() {
      const { connection } = opened.at(-1) as unknown as { connection: { stream: { destroy(): void } } }
      connection.stream.destroy()
    },
  }
}

async function jobsOf() {
  const { url, dropSoon } = await newDatabase()
  const database = openDatabase(url, () => {})
  const rows = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows
  return {
    url,
    database,
    async start(connect: () => Promise<pg.Client>, work: () => Promise<void>): Promise<Jobs> {
      const jobs = await startJobs({ url, connect, onError: () => {} })
      await jobs.declare(QUEUE)
      await jobs.work(QUEUE, 1, work)
      return jobs
    },
    add: (jobs: Jobs) => jobs.addWithin(database.pool, [{ queue: QUEUE, data: { n: 1 } }]),
    job: () => rows('select state, retry_count from pgboss.job'),
    complete: () => rows(`update pgboss.job set state = 'completed'`),
    locks: () =>
      rows(`select 1 from pg_locks join pg_database d on d.oid = database
            where locktype = 'advisory' and objsubid = 2 and datname = current_database()`),
    async [Symbol.asyncDispose]() {
      await database.close()
      dropSoon()
    },
  }
}

const isOne = (rows: unknown[]) => rows.length === 1
const isNone = (rows: unknown[]) => rows.length === 0

test("a starting process takes over a dead one's jobs within 5 s, and leaves a live one's alone", async () => {
  await using queue = await jobsOf()
  const started: string[] = []
  const unblock = Promise.withResolvers<void>()
  const start = async (name: string, connect: () => Promise<pg.Client>, work: () => Promise<void>) =>
    queue.start(connect, async () => {
      started.push(name)
      await work()
    })
  const connections = lockConnections(queue.database.connect)

  const dying = await start('dying', connections.connect, () => unblock.promise)
  await queue.add(dying)
  await eventually(async () => started, isOne)
  const beside = await start('beside', queue.database.connect, async () => {})
  expect([started, await queue.job()]).toEqual([['dying'], [{ state: 'active', retry_count: 0 }]])
  await beside.stop()

  // as if the process were killed: its connection ends and can't be reopened
  connections.gate = Promise.reject(new Error('dead'))
  connections.cut()
  await eventually(queue.locks, isNone)
  const from = performance.now()
  const next = await start('next', queue.database.connect, async () => {})

  await eventually(
    async () => started.at(-1),
    (name) => name === 'next',
  )
  expect(performance.now() - from).toBeLessThan(TAKEN_OVER_WITHIN_MS)
  expect(started).toEqual(['dying', 'next'])
  await eventually(queue.job, ([job]) => job?.['state'] === 'completed')
  unblock.resolve()
  await dying.stop()
  await next.stop()
})

test('a job is never taken from a live process: neither before it is locked, nor after its lock connection was cut', async () => {
  await using queue = await jobsOf()
  const connections = lockConnections(queue.database.connect)
  const unblock = Promise.withResolvers<void>()
  const working = await queue.start(connections.connect, () => unblock.promise)
  /** Another node checks while the job has no lock, and again when it has one. */
  const takeOverBeforeItIsLocked = async () => {
    const other = createJobLocks(queue.database.connect, async () => {
      locked.resolve()
      await eventually(queue.locks, isOne)
    })
    const isTaken = await other.takeOver([QUEUE])
    await other.stop()
    return isTaken
  }
  let locked = Promise.withResolvers<void>()
  connections.gate = locked.promise

  await queue.add(working)
  await eventually(queue.job, ([job]) => job?.['state'] === 'active')
  expect(await takeOverBeforeItIsLocked()).toBe(false)
  expect(await queue.locks()).toHaveLength(1)

  locked = Promise.withResolvers<void>()
  connections.gate = locked.promise
  connections.cut()
  await eventually(queue.locks, isNone)
  expect(await takeOverBeforeItIsLocked()).toBe(false)

  expect(await queue.locks()).toHaveLength(1)
  expect(await queue.job()).toEqual([{ state: 'active', retry_count: 0 }])
  unblock.resolve()
  await eventually(queue.job, ([job]) => job?.['state'] === 'completed')
  expect(await queue.locks()).toEqual([])
  await working.stop()
})

test('jobs that begin and end together lock one at a time: pg warns of a second statement on a busy connection', async () => {
  await using queue = await jobsOf()
  let sending = 0
  let most = 0
  const locks = createJobLocks(async () => {
    const client = await queue.database.connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const counted = async (...args: unknown[]) => {
      sending += 1
      most = Math.max(most, sending)
      return query(...args).finally(() => (sending -= 1))
    }
    return Object.assign(client, { query: counted })
  })

  const all = Promise.withResolvers<void>()
  const ids = Array.from({ length: 5 }, () => randomUUID())
  const working = ids.map((id) => locks.during(id, () => all.promise))
  await eventually(queue.locks, (rows) => rows.length === ids.length)
  all.resolve()
  await Promise.all(working)
  expect(await queue.locks()).toEqual([])
  expect(most).toBe(1)
  await locks.stop()
})

test('waiting jobs run one right after the other, also those that a dead process left, and others after one that fails', async () => {
  await using queue = await jobsOf()
  const adding = await startJobs({
    url: queue.url,
    connect: queue.database.connect,
    onError: () => {},
  })
  await adding.declare(QUEUE)
  const data = Array.from({ length: 8 }, (_, n) => ({ queue: QUEUE, data: { n } }))
  // nobody works yet, and nothing will be added
  await adding.addWithin(queue.database.pool, data)
  await adding.stop()

  const from = performance.now()
  let done = 0
  const working = await queue.start(queue.database.connect, async () => {
    done++
    if (done === 3) throw new Error('once')
  })
  await eventually(
    async () => done,
    (count) => count >= data.length,
  )

  expect(performance.now() - from).toBeLessThan(TAKEN_OVER_WITHIN_MS)
  await working.stop()
})

test('a job that failed is tried again soon, and not when somebody happens to look', async () => {
  await using queue = await jobsOf()
  const tries: number[] = []
  const working = await queue.start(queue.database.connect, async () => {
    tries.push(performance.now())
    if (tries.length <= 2) throw new Error('not yet')
  })

  await queue.add(working)
  await eventually(
    async () => tries.length,
    (count) => count === 3,
  )

  const [first = 0, , third = Number.POSITIVE_INFINITY] = tries
  expect(third - first).toBeLessThan(8000)
  await working.stop()
})

test('a delayed job is done when it is due, also by a process that has started since', async () => {
  await using queue = await jobsOf()
  const adding = await startJobs({ url: queue.url, connect: queue.database.connect, onError: () => {} })
  await adding.declare(QUEUE)
  await adding.addWithin(queue.database.pool, [{ queue: QUEUE, data: {}, afterSeconds: 4 }])
  await adding.stop()

  const working = await queue.start(queue.database.connect, async () => {})
  await eventually(queue.job, ([job]) => job?.['state'] === 'completed')

  const { rows } = await queue.database.pool.query<{ late: number }>(
    'select extract(epoch from started_on - start_after)::float as late from pgboss.job',
  )
  expect(rows[0]?.late).toBeLessThan(2)
  await working.stop()
})

test('a job that is given up is reported', async () => {
  await using queue = await jobsOf()
  const reported: unknown[] = []
  const jobs = await startJobs({
    url: queue.url,
    connect: queue.database.connect,
    onError: (error) => void reported.push(error),
  })
  await jobs.declare(QUEUE)
  await queue.database.pool.query('update pgboss.queue set retry_limit = 1, retry_delay = 0')
  const cause = new Error('broken')
  await jobs.work(QUEUE, 1, async () => {
    throw cause
  })

  await queue.add(jobs)
  await eventually(queue.job, ([job]) => job?.['state'] === 'failed')

  expect(reported).toEqual([expect.objectContaining({ message: 'A job of slow was given up', cause })])
  await jobs.stop()
})

test('an item whose job ends while the unfinished ones are listed gets no second job', async () => {
  await using queue = await jobsOf()
  const jobs = await startJobs({ url: queue.url, connect: queue.database.connect, onError: () => {} })
  await jobs.declare(QUEUE)
  await queue.add(jobs)

  await requeue({ db: queue.database.db, jobs }, QUEUE, async (tx) => {
    await sql`select from pgboss.job`.execute(tx)
    await queue.complete()
    return [{ n: 1 }]
  })

  expect(await queue.job()).toEqual([{ state: 'completed', retry_count: 0 }])
  await jobs.stop()
})

test('repeats of a job are removed before it runs, but neither other jobs nor delayed ones', async () => {
  await using queue = await jobsOf()
  const jobs = await startJobs({ url: queue.url, connect: queue.database.connect, onError: () => {} })
  await jobs.declare(QUEUE)
  const data = { n: 1 }
  for (let repeat = 0; repeat < 3; repeat++) await queue.add(jobs)
  await jobs.addWithin(queue.database.pool, [
    { queue: QUEUE, data: { n: 2 } },
    { queue: QUEUE, data, afterSeconds: 60 },
  ])

  await coalesceJobs(queue.database.db, QUEUE, data)

  const { rows } = await queue.database.pool.query(
    'select data, start_after > now() as is_delayed from pgboss.job order by start_after',
  )
  expect(rows).toEqual([
    { data: { n: 2 }, is_delayed: false },
    { data, is_delayed: true },
  ])
  await jobs.stop()
})
