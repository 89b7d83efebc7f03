/** Rows that a test locks, so that calls meet there and go on in an order that it chooses. */
import { eventually } from './calls.ts'
import type { TestServer } from './server.ts'

export interface RowLock extends AsyncDisposable {
  /** Lets the waiting callers go on, in the order in which they came. */
  release(): Promise<void>
}

/** Runs a statement that locks rows, a `select … for update` or a change, and commits it with the release. */
export async function lockRows(
  server: TestServer,
  statement: string,
  values: readonly unknown[],
): Promise<RowLock> {
  const client = await server.services.database.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  let isReleased = false
  const release = async () => {
    if (isReleased) return
    isReleased = true
    await client.query('commit')
    await client.end()
  }
  return { release, [Symbol.asyncDispose]: release }
}

/** Locks a space's sequence: nothing is written into the space meanwhile. */
export function lockSequence(server: TestServer, spaceId: string): Promise<RowLock> {
  return lockRows(server, 'select 1 from space_sequences where space_id = $1 for no key update', [spaceId])
}

/** Locks a person: nothing of their account is changed meanwhile. */
export function lockPerson(server: TestServer, accountId: string): Promise<RowLock> {
  return lockRows(server, 'select 1 from people where account_id = $1 for update', [accountId])
}

/** Waits until this many of the server's connections wait for a lock. */
export async function untilWaiting(server: TestServer, connections: number): Promise<void> {
  await eventually(
    () =>
      server.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      ),
    (waiting) => waiting.length === connections,
  )
}
