/**
 * Limits on how many requests a caller and an address may make (docs/rules/requests.md#request-limits). Counted in
 * memory, so that a request costs no write, and merged with the other nodes' counts once a second (ADR-0005).
 */
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import { RateLimited } from './errors.ts'

export interface Limit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
}

export interface RequestLimits {
  /** Counts one request, unless it is refused: retrying never lengthens the wait. @throws RateLimited */
  consume(limit: Limit, subject: string): void
  /** Resets all counts, between two tests. */
  reset(): void
  stop(): Promise<void>
}

interface Counter {
  windowStart: number
  windowMs: number
  onThisNode: number
  /** How many of `onThisNode` are already in the table. */
  written: number
  onOtherNodes: number
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const SYNC_EVERY_MS = 1000

export function createRequestLimits({ db, clock, onError }: Deps): RequestLimits {
  const counters = new Map<string, Counter>()
  let synchronising: Promise<void> = Promise.resolve()

  const timer = setInterval(() => {
    synchronising = synchronise(db, clock, counters).catch(onError)
  }, SYNC_EVERY_MS)
  timer.unref()

  return {
    consume(limit, subject) {
      const now = clock.now()
      const windowStart = now - (now % limit.windowMs)
      const key = `${limit.name}:${subject}`
      let counter = counters.get(key)
      if (counter === undefined || counter.windowStart !== windowStart) {
        counter = { windowStart, windowMs: limit.windowMs, onThisNode: 0, written: 0, onOtherNodes: 0 }
        counters.set(key, counter)
      }
      if (counter.onThisNode + counter.onOtherNodes >= limit.max) {
        const retryAfterSeconds = Math.max(1, Math.ceil((windowStart + limit.windowMs - now) / 1000))
        throw new RateLimited({ limit: limit.max, remaining: 0, retryAfterSeconds })
      }
      counter.onThisNode += 1
    },
    reset: () => counters.clear(),
    async stop() {
      clearInterval(timer)
      await synchronising
    },
  }
}

/** Adds this node's counts to the table, reads the other nodes', and drops windows that are over. */
async function synchronise(db: Db, clock: Clock, counters: Map<string, Counter>): Promise<void> {
  const now = clock.now()
  const changed: { key: string; counter: Counter; delta: number }[] = []
  for (const [key, counter] of counters) {
    if (counter.windowStart + counter.windowMs <= now) counters.delete(key)
    else if (counter.onThisNode > counter.written)
      changed.push({ key, counter, delta: counter.onThisNode - counter.written })
  }
  if (changed.length === 0) return

  changed.sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await sql<{ key: string; count: number }>`
    insert into request_counts as t (key, window_start, count)
    select * from unnest(
      ${changed.map(({ key }) => key)}::text[],
      ${changed.map(({ counter }) => new Date(counter.windowStart))}::timestamptz[],
      ${changed.map(({ delta }) => delta)}::int[])
    on conflict (key, window_start) do update set count = t.count + excluded.count
    returning key, count
  `.execute(db)

  const totals = new Map(rows.rows.map(({ key, count }) => [key, count]))
  for (const { key, counter, delta } of changed) {
    counter.written += delta
    counter.onOtherNodes = Math.max(0, (totals.get(key) ?? 0) - counter.written)
  }
}

/** The longest window is an hour: older counts have no effect. */
const COUNT_RETENTION_MS = 2 * 60 * 60 * 1000

/** Deletes the counts of windows that are long over. Safe to repeat. */
export async function pruneRequestCounts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('request_counts')
    .where('window_start', '<', new Date(clock.now() - COUNT_RETENTION_MS))
    .execute()
}
