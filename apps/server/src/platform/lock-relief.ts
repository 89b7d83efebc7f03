/**
 * Keeps calls that wait for a lock from taking every connection. While others wait for a connection, statements that
 * have waited long for a lock are ended, first those that wait for a whole table: nothing of ours locks one, so it may
 * take any time, and all who need that table would come to sit on a connection.
 */
import type pg from 'pg'

export interface LockRelief {
  /** To be called when a connection was taken. Does nothing unless calls wait for one. */
  readonly check: () => void
  stop(): Promise<void>
}

interface Deps {
  readonly pool: pg.Pool
  /** The application_name of the pool's connections, and of no others: another node may have connections to spare. */
  readonly application: string
  readonly connect: () => Promise<pg.Client>
  readonly onError: (error: Error) => void
}

const CHECK_EVERY_MS = 100
const TABLE_LOCK_MS = 250
/** Rows are locked by our own transactions, which end: those who queue for one space go on in turn. */
const ROW_LOCK_MS = 2000

/** Counted from the beginning of the wait: a statement that worked before has waited no longer for that. */
const CANCEL = `
  select pg_cancel_backend(activity.pid)
  from pg_stat_activity activity join pg_locks wait on wait.pid = activity.pid and not wait.granted
  where activity.application_name = $1 and activity.datname = current_database() and activity.state = 'active'
    and clock_timestamp() - wait.waitstart >
      case when wait.locktype = 'relation' then ${TABLE_LOCK_MS} else ${ROW_LOCK_MS} end * interval '1 ms'`

export function createLockRelief({ pool, application, connect, onError }: Deps): LockRelief {
  let timer: NodeJS.Timeout | undefined
  let opened: Promise<pg.Client> | undefined
  let work: Promise<void> = Promise.resolve()
  let isWorking = false

  const query = async () => {
    opened ??= connect().then((client) => client.on('end', () => (opened = undefined)))
    const client = await opened
    await client.query(CANCEL, [application])
  }

  const relieve = () => {
    if (pool.waitingCount === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    if (isWorking) return
    isWorking = true
    work = query()
      .catch((error: Error) => {
        opened = undefined
        onError(error)
      })
      .finally(() => {
        isWorking = false
      })
  }

  return {
    check() {
      if (pool.waitingCount > 0) timer ??= setInterval(relieve, CHECK_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await work
      await opened?.then((client) => client.end()).catch(() => {})
    },
  }
}
