/**
 * Who works on which job: each process locks the jobs that it runs, on a connection that ends with it. So jobs of a dead
 * process are known at once, by having no lock, and not only when they have taken too long.
 */
import type pg from 'pg'

export interface JobLocks {
  /** Runs `work` under the job's lock. */
  during<T>(jobId: string, work: () => Promise<T>): Promise<T>
  /** Gives the active jobs of these queues that nobody runs back to be fetched. */
  takeOver(queues: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Advisory locks of ours with two keys; the second is the job's. */
const LOCK_CLASS = 710_201

const LOCK = `select pg_try_advisory_lock(${LOCK_CLASS}, hashtext($1))`
const UNLOCK = `select pg_advisory_unlock(${LOCK_CLASS}, hashtext($1))`
// the last try of a job that ends its process again and again is left to time out
const TAKE_OVER = `
  update pgboss.job set state = 'retry', start_after = now()
  where state = 'active' and name = any($1) and retry_count < retry_limit and not exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${LOCK_CLASS} and l.objid = hashtext(job.id::text)::oid
      and l.database = (select oid from pg_database where datname = current_database())
  )`

export function createJobLocks(connect: () => Promise<pg.Client>): JobLocks {
  let opened: Promise<pg.Client> | undefined

  async function open(): Promise<pg.Client> {
    const client = await connect()
    // its locks are gone with it: another process may run these jobs again, which are safe to repeat
    client.on('end', () => (opened = undefined))
    return client
  }

  async function query(text: string, values: unknown[]): Promise<void> {
    opened ??= open()
    const client = await opened.catch((error: unknown) => {
      opened = undefined
      throw error
    })
    await client.query(text, values)
  }

  return {
    async during(jobId, work) {
      await query(LOCK, [jobId])
      try {
        return await work()
      } finally {
        // without a connection there is no lock
        await query(UNLOCK, [jobId]).catch(() => {})
      }
    },
    takeOver: (queues) => query(TAKE_OVER, [[...queues]]),
    async stop() {
      const client = await opened?.catch(() => undefined)
      await client?.end()
    },
  }
}
