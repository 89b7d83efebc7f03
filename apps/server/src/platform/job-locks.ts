/**
 * Which process runs which job: each locks its jobs on a connection that ends with it. So jobs of a dead
 * process are found soon, by having no lock, and not only when they time out. A live process may be without a
 * lock briefly, before it has taken it or after its connection broke; so a job is taken over only if it is unlocked
 * at two checks in a row.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

export interface JobLocks {
  /** Runs `work` under the job's lock. */
  during<T>(jobId: string, work: () => Promise<T>): Promise<T>
  /** Requeues the active jobs of these queues that no process runs. Returns whether there were any. */
  takeOver(queues: readonly string[]): Promise<boolean>
  stop(): Promise<void>
}

/** Between the two checks: much longer than a live process needs to reconnect and lock what it runs. */
const SECOND_LOOK_MS = 2000
/** How soon a process retries to lock what it runs. */
const RETRY_MS = 250

/** Advisory locks of ours with two keys; the second is the job's. */
const LOCK_CLASS = 710_201

const LOCK = `select pg_try_advisory_lock(${LOCK_CLASS}, hashtext($1)) as is_locked`
const UNLOCK = `select pg_advisory_unlock(${LOCK_CLASS}, hashtext($1))`
// the last attempt of a job that keeps crashing its process is left to time out
const IS_ORPHAN = `
  job.state = 'active' and job.retry_count < job.retry_limit and not exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${LOCK_CLASS} and l.objid = hashtext(job.id::text)::oid
      and l.database = (select oid from pg_database where datname = current_database())
  )`
const FIND = `
  select job.id, job.started_on::text from pgboss.job where job.name = any($1) and ${IS_ORPHAN}`
// a job that has been restarted meanwhile doesn't count
const TAKE_OVER = `
  update pgboss.job set state = 'retry', start_after = now()
  from unnest($2::uuid[], $3::text[]) as seen (id, started_on)
  where job.name = any($1) and job.id = seen.id and job.started_on::text = seen.started_on and ${IS_ORPHAN}`

interface Orphan {
  readonly id: string
  readonly started_on: string
}

/** A job that this process works on. */
interface Run {
  readonly jobId: string
  /** The connection that has its lock. */
  lockedOn: pg.Client | undefined
  /** Advisory locks are counted: one taken twice survives one release. */
  isLocking: boolean
}

/**
 * @param connect opens the connection of the locks
 * @param untilSecondLook resolves when the second look is due
 */
export function createJobLocks(
  connect: () => Promise<pg.Client>,
  untilSecondLook = (signal: AbortSignal) => delay(SECOND_LOOK_MS, undefined, { signal, ref: false }),
): JobLocks {
  let opened: Promise<pg.Client> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const runs = new Set<Run>()
  let relocking = false
  const stopped = new AbortController()

  function connection(): Promise<pg.Client> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function open(): Promise<pg.Client> {
    const client = await connect()
    client.on('end', () => {
      opened = undefined
      // its locks are gone with it
      for (const run of runs) if (run.lockedOn === client) run.lockedOn = undefined
      void relock()
    })
    return client
  }

  /** One statement at a time: pg warns of a second on a busy connection. */
  function inDeliveryOrder<T>(send: () => Promise<T>): Promise<T> {
    const sent = turn.then(send)
    turn = sent.catch(() => {})
    return sent
  }

  async function lock(run: Run): Promise<void> {
    run.isLocking = true
    try {
      const client = await connection()
      const { rows } = await inDeliveryOrder(() => client.query<{ is_locked: boolean }>(LOCK, [run.jobId]))
      if (rows[0]?.is_locked === true) run.lockedOn = client
    } finally {
      run.isLocking = false
    }
    if (!runs.has(run)) await unlock(run)
  }

  async function unlock({ jobId, lockedOn }: Run): Promise<void> {
    // without a connection there is no lock
    if (lockedOn !== undefined) await inDeliveryOrder(() => lockedOn.query(UNLOCK, [jobId])).catch(() => {})
  }

  /** Repeats until every run has its lock: PostgreSQL may notice a lost connection later than we do. */
  async function relock(): Promise<void> {
    if (relocking) return
    relocking = true
    const unlocked = () => [...runs].filter((run) => run.lockedOn === undefined && !run.isLocking)
    while (!stopped.signal.aborted && unlocked().length > 0) {
      // the connection reports its own errors
      await Promise.all(unlocked().map((run) => lock(run))).catch(() => {})
      if (unlocked().length > 0) await delay(RETRY_MS, undefined, { ref: false })
    }
    relocking = false
  }

  return {
    async during(jobId, work) {
      const run: Run = { jobId, lockedOn: undefined, isLocking: false }
      runs.add(run)
      try {
        await lock(run)
        if (run.lockedOn === undefined) void relock()
        return await work()
      } finally {
        runs.delete(run)
        await unlock(run)
      }
    },
    async takeOver(queues) {
      const first = await connection()
      const { rows } = await inDeliveryOrder(() => first.query<Orphan>(FIND, [queues]))
      if (rows.length === 0) return false
      await untilSecondLook(stopped.signal)
      const second = await connection()
      const seen = [rows.map(({ id }) => id), rows.map((row) => row.started_on)]
      const { rowCount } = await inDeliveryOrder(() => second.query(TAKE_OVER, [queues, ...seen]))
      return rowCount !== null && rowCount > 0
    },
    async stop() {
      stopped.abort()
      const client = await opened?.catch(() => undefined)
      await client?.end()
    },
  }
}
