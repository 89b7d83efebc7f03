/**
 * Prevents calls that wait for locks from taking every connection. While others wait for a connection, statements that
 * have waited long for a lock are cancelled, table locks first: nothing of ours takes one, so it may
 * last for any time, and every call that needs that table would end up holding a connection.
 */
import type pg from 'pg'

export interface LockRelief {
  /** Call this after acquiring a connection. Does nothing unless calls are queued for one. */
  readonly check: () => void
  stop(): Promise<void>
}

interface Deps {
  readonly pool: pg.Pool
  /** The application_name of this pool's connections only: another node may have connections to spare. */
  readonly application: string
  readonly connect: () => Promise<pg.Client>
  readonly onError: (error: Error) => void
}

const CHECK_EVERY_MS = 100
const TABLE_LOCK_MS = 250
/** Row locks are our own transactions', which end: calls that queue for one space proceed in turn. */
const ROW_LOCK_MS = 2000

/** Counted from the start of the wait for the lock, not of the statement. */
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
