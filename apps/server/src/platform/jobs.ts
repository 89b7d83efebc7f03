/**
 * Work that follows a change: a job is written in the transaction of the change and runs at least once, so it must be
 * idempotent. Workers are woken by notification, and by a timer when a delayed job becomes due; polling only makes up for
 * a lost one. Jobs of a dead process are taken over by the next that starts, or by another node. A job that fails at every
 * attempt is given up; what may never be lost is in a table of its room, from which `requeue` adds a job again.
 */
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db, Tx } from './database.ts'
import { createJobLocks } from './job-locks.ts'
import { startListening } from './listening.ts'

export interface JobRequest {
  readonly queue: string
  readonly data: object
  /** The delay before it is due, by the job queue's clock; absent: at once. */
  readonly afterSeconds?: number
}

/** Runs statements in a transaction. */
export interface Executor {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** Kysely's database or a transaction of it as an `Executor`. */
export function executorOf(db: Db): Executor {
  return { query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)) }
}

export interface Attempt {
  /** A job whose last attempt fails is given up. */
  readonly isLast: boolean
}

type Work = (data: unknown, attempt: Attempt) => Promise<void>

export interface Jobs {
  /** Adds jobs inside the transaction that `client` is in (a driver's client, or `executorOf`); the caller commits. */
  addWithin(client: Executor, requests: readonly JobRequest[]): Promise<void>
  /** Declares a queue, before any job is added to it. By default its jobs expire after a minute. */
  declare(queue: string, options?: { readonly expireInSeconds: number }): Promise<void>
  /**
   * Works on `queue`, `concurrency` jobs at a time. A job whose `work` throws is retried later; the error of its last
   * attempt is reported.
   */
  work(queue: string, concurrency: number, work: Work): Promise<void>
  /** Adds a job to `queue` at the times of `cron` (UTC), once for all nodes. */
  every(cron: string, queue: string): Promise<void>
  /** @throws when jobs can't be used now; for readiness. */
  check(): Promise<void>
  stop(): Promise<void>
}

interface Deps {
  readonly url: string
  /** Opens a dedicated connection; when that ends, this process counts as dead. */
  readonly connect: () => Promise<pg.Client>
  readonly onError: (error: unknown) => void
}

/** While no notification connection is open; otherwise the library polls every 30 s. */
const POLL_S = 2
const CONNECTIONS = 2
const STOP_WITHIN_MS = 5000
/** How often a node looks for jobs of dead ones, and for those due soon; it also does so at its start. */
const LOOK_EVERY_MS = 10_000
/** What is due later is left to the next look: half an interval of margin, for one that is late. */
const DUE_SOON_S = 15
/** Margin after a job is due, so that the fetch finds it. */
const DUE_MS = 50
/** Items that are taken up in one transaction. */
const REQUEUED_AT_ONCE = 1000
const QUEUE = {
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  expireInSeconds: 60,
  notify: true,
}

// by the database's clock, as the fetch; also what is overdue, whose wake-up was lost
const FIND_DUE_SOON = `
  select distinct name, ceil(greatest(extract(epoch from start_after - now()), 0))::int as seconds
  from pgboss.job
  where name = any($1) and state < 'active' and start_after < now() + interval '${DUE_SOON_S} s'`

const FIND_WITHOUT_JOB = `
  select wanted.data from unnest($2::text[]) as wanted (data)
  where not exists (
    select from pgboss.job
    where name = $1 and state < 'completed' and start_after < now() + $3::interval and job.data = wanted.data::jsonb)`
// those added without a delay: a delayed or retried job has a time of its own
const REMOVE_REPEATS = `
  delete from pgboss.job where name = $1 and id = any(array(
    select id from pgboss.job
    where name = $1 and state = 'created' and start_after <= created_on and data = $2::jsonb
    for update skip locked))`
/** A job that is due much later, after a clock jumped, doesn't count. */
const DUE_IN_A_MINUTE = '1 minute'
const WHENEVER_DUE = '100 years'

export async function startJobs({ url, connect, onError }: Deps): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    max: CONNECTIONS,
    application_name: 'flockwork-jobs',
    useListenNotify: true,
  })
  boss.on('error', onError)
  // the library's own connection is briefly without an error listener: an error then would end the process
  Object.assign(boss.getDb(), { listen: listenOver({ connect, onError }) })
  await boss.start()

  const locks = createJobLocks(connect)
  /** By queue, its workers. */
  const workers = new Map<string, string[]>()
  const wake = (queue: string) => {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker)
  }
  let isStopped = false
  let takingOver: Promise<unknown> = Promise.resolve()
  const takeOver = async (queues: readonly string[]) => {
    try {
      // one at a time: they share a connection
      const taking = takingOver.then(() => locks.takeOver(queues))
      takingOver = taking.catch(() => {})
      const isTaken = await taking
      // rather than at the next poll
      if (isTaken) for (const queue of queues) wake(queue)
    } catch (error) {
      if (!isStopped) onError(error)
    }
  }
  /** Nothing notifies workers when a delayed job becomes due, and they may poll only every half minute. */
  const wakeAfter = (queue: string, seconds: number) => {
    const wakeUnlessStopped = () => {
      if (!isStopped) wake(queue)
    }
    if (seconds <= DUE_SOON_S) setTimeout(wakeUnlessStopped, seconds * 1000 + DUE_MS).unref()
  }
  /** Sets the timers for delayed jobs of any process, also of one that is gone. */
  const lookAhead = async (queues: readonly string[]) => {
    try {
      const { rows } = await boss.getDb().executeSql(FIND_DUE_SOON, [queues])
      for (const { name, seconds } of rows as { name: string; seconds: number }[]) wakeAfter(name, seconds)
    } catch (error) {
      if (!isStopped) onError(error)
    }
  }
  const look = (queues: readonly string[]) => {
    void takeOver(queues)
    void lookAhead(queues)
  }
  const timer = setInterval(() => look([...workers.keys()]), LOOK_EVERY_MS)
  timer.unref()

  return {
    async addWithin(client, requests) {
      const db = {
        executeSql: async (text: string, values?: unknown[]) => client.query(text, values),
      }
      for (const queue of new Set(requests.map((request) => request.queue))) {
        const jobs = requests
          .filter((request) => request.queue === queue)
          .map(({ data, afterSeconds }) => ({
            data,
            ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
          }))
        // one statement a queue, in the one transaction
        await boss.insert(queue, jobs, { db })
        for (const { afterSeconds } of requests.filter((request) => request.queue === queue)) {
          if (afterSeconds !== undefined) wakeAfter(queue, afterSeconds)
        }
      }
    },
    async declare(queue, options) {
      await boss.createQueue(queue, { ...QUEUE, ...options })
      // an earlier version may have created it with other options
      await boss.updateQueue(queue, { ...QUEUE, ...options })
    },
    async work(queue, concurrency, work) {
      const own: string[] = []
      workers.set(queue, own)
      for (let nth = 0; nth < concurrency; nth++) {
        const options = { pollingIntervalSeconds: POLL_S, includeMetadata: true } as const
        const worker = await boss.work(queue, options, async (jobs) => {
          try {
            for (const { id, data, retryCount, retryLimit } of jobs) {
              const attempt = { isLast: retryCount >= retryLimit }
              await locks
                .during(id, () => work(data, attempt))
                .catch((error: unknown) => {
                  if (attempt.isLast) onError(new Error(`A job of ${queue} was given up`, { cause: error }))
                  else wakeAfter(queue, longestRetryDelay(retryCount))
                  throw error
                })
            }
          } finally {
            // fetch the next job at once: several jobs added together cause at most one notification
            const self = own[nth]
            if (self !== undefined) boss.notifyWorker(self)
          }
        })
        own.push(worker)
      }
      look([queue])
    },
    async every(cron, queue) {
      await boss.schedule(queue, cron)
    },
    async check() {
      if (!(await boss.isInstalled())) throw new Error('the job tables are missing')
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS })
      await locks.stop()
    },
  }
}

/**
 * Adds a job for each unfinished item that has none, because its job was given up or lost. All items in one run, so that
 * none waits behind one that always fails. Safe to repeat.
 * @param list the unfinished items, as the data of their jobs, in an order of their own, after `after`
 */
export async function requeue<Item extends object>(
  { db, jobs }: { readonly db: Db; readonly jobs: Pick<Jobs, 'addWithin'> },
  queue: string,
  list: (
    tx: Tx,
    page: { readonly after: Item | undefined; readonly limit: number },
  ) => Promise<readonly Item[]>,
): Promise<void> {
  let after: Item | undefined
  for (let count = REQUEUED_AT_ONCE; count === REQUEUED_AT_ONCE;) {
    const page = { after, limit: REQUEUED_AT_ONCE }
    // one snapshot, in which an item whose job ends meanwhile is either finished or has its job
    const snapshot = db.transaction().setIsolationLevel('repeatable read')
    const unfinished = await snapshot.execute(async (tx) => {
      const items = await list(tx, page)
      const lost = await findWithoutJob(tx, queue, items, DUE_IN_A_MINUTE)
      const requests = lost.map((data) => ({ queue, data }))
      if (requests.length > 0) await jobs.addWithin(executorOf(tx), requests)
      return items
    })
    after = unfinished.at(-1)
    count = unfinished.length
  }
}

/**
 * The items, each as the data of its job, whose job has ended: it is done, was given up or is lost.
 * @param dueWithin a job that is due later doesn't count; an interval of PostgreSQL
 */
export async function findWithoutJob<Item extends object>(
  db: Db,
  queue: string,
  items: readonly Item[],
  dueWithin = WHENEVER_DUE,
): Promise<Item[]> {
  if (items.length === 0) return []
  const texts = items.map((item) => JSON.stringify(item))
  const { rows } = await executorOf(db).query(FIND_WITHOUT_JOB, [queue, texts, dueWithin])
  const ended = new Set((rows as { data: string }[]).map(({ data }) => data))
  return items.filter((_, nth) => ended.has(texts[nth] ?? ''))
}

/**
 * Deletes the pending jobs of `queue` with this data that were added without a delay: the caller's job does their work,
 * too. Call it before reading what is to be done: a job is visible only together with what it was added for.
 */
export async function coalesceJobs(db: Db, queue: string, data: object): Promise<void> {
  await executorOf(db).query(REMOVE_REPEATS, [queue, JSON.stringify(data)])
}

/** The library doubles the delay each time, less a part at random. */
function longestRetryDelay(retryCount: number): number {
  return QUEUE.retryDelay * 2 ** (retryCount + 1)
}

/** Wakes workers by notification, in place of the library's `listen`. */
function listenOver({
  connect,
  onError,
}: Pick<Deps, 'connect' | 'onError'>): NonNullable<ReturnType<PgBoss['getDb']>['listen']> {
  return async (channel, onNotification, onConnected) => {
    const { stop } = await startListening({
      connect,
      channels: [channel],
      onNotification: ({ payload }) => {
        if (payload !== undefined) onNotification(payload)
      },
      onConnected,
      onError,
    })
    return { close: stop }
  }
}
