/**
 * Limits attempts at a secret, across all nodes. An attempt takes a slot while it is checked; a correct one frees it,
 * wrong ones occupy theirs until the window ends. With every slot taken, an attempt waits while some are only being
 * checked: many correct passwords at once are no attack, and many guesses at once get no more tries than the limit. A
 * slot is leased, so that an attempt interrupted by a crash doesn't occupy it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Busy, RateLimited } from '../../../platform/errors.ts'

export interface AttemptLimit {
  readonly name: string
  /** Wrong attempts in a window. */
  readonly max: number
}

export interface Attempts {
  /**
   * Runs `check`, whose result is `undefined` or false if the secret was wrong. An error in it counts as no attempt.
   * @throws RateLimited; Busy instead of the result of a check that took longer than its slot's lease.
   */
  run<T>(limit: AttemptLimit, key: string, check: () => Promise<T>): Promise<T>
  /** Forgives the wrong attempts. */
  clear(limit: AttemptLimit, key: string): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly windowMs: number
}

/** How long an attempt waits for a slot in all: a hundred hashes on a slow machine. */
export const WAIT_MS = 15_000
/** How long a check may take: the wait of an attempt by address for its account's slot, plus a hash. */
export const LEASE_MS = 20_000
/** Attempts with one key that may wait on a node: as many as are checked within WAIT_MS. */
export const QUEUE_MAX = 100
/** How often the head of a queue polls for slots that other nodes freed. */
const POLL_MS = 50

const AT_ONCE = 'Too many attempts at once'

interface Queue {
  length: number
  /** Settles when the last attempt in it has its slot, or was refused. */
  last: Promise<unknown>
}

export function createAttempts({ db, clock, windowMs }: Deps): Attempts {
  /** The attempts that wait, by key: only the head of each queue polls the database. */
  const queues = new Map<string, Queue>()
  const wakes = new Map<string, () => void>()

  /** Waits for a slot. Returns when its lease ends. @throws RateLimited */
  async function acquireSlot(key: string, max: number, giveUpAt: number): Promise<Date> {
    for (;;) {
      const taken = await tryAcquireSlot(key, max)
      if (taken !== undefined) return taken
      const next = await findNextFree(key, max)
      if (next.isFull) throw refusal(max, next.at, 'Too many wrong attempts')
      if (clock.now() >= giveUpAt) throw refusal(max, next.at, AT_ONCE)
      await checkedOrPoll(key)
    }
  }

  function refusal(max: number, freeAt: number, why: string): RateLimited {
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - clock.now()) / 1000))
    return new RateLimited({ limit: max, remaining: 0, retryAfterSeconds }, why)
  }

  async function checkedOrPoll(key: string): Promise<void> {
    const timer = new AbortController()
    const checked = new Promise<void>((resolve) => wakes.set(key, resolve))
    await Promise.race([checked, delay(POLL_MS, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
    wakes.delete(key)
  }

  /** Returns when the slot's lease ends; `undefined` when no slot is free. Leases outlast the window. */
  async function tryAcquireSlot(key: string, max: number): Promise<Date | undefined> {
    const now = new Date(clock.now())
    const endsAt = new Date(clock.now() + LEASE_MS)
    const failures = sql`case when a.window_ends_at <= ${now} then 0 else a.failures end`
    const leases = sql`array(select ends_at from unnest(a.leases) as ends_at where ends_at > ${now})`
    const { rows } = await sql`
      insert into login_attempts as a (key, failures, leases, window_ends_at)
      values (${key}, 0, array[${endsAt}::timestamptz], ${new Date(clock.now() + windowMs)})
      on conflict (key) do update set
        failures = ${failures},
        leases = ${leases} || excluded.leases,
        window_ends_at = case when a.window_ends_at <= ${now} then excluded.window_ends_at else a.window_ends_at end
      where ${failures} + cardinality(${leases}) < ${max}
      returning a.key
    `.execute(db)
    return rows.length > 0 ? endsAt : undefined
  }

  /** When a slot is free at the latest, and whether only because the window ends. */
  async function findNextFree(key: string, max: number): Promise<{ at: number; isFull: boolean }> {
    const now = clock.now()
    const row = await db
      .selectFrom('login_attempts')
      .select(['failures', 'leases', 'window_ends_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    const windowEndsAt = row?.window_ends_at.getTime() ?? now
    if (row !== undefined && row.failures >= max && windowEndsAt > now)
      return { at: windowEndsAt, isFull: true }
    const leases = row?.leases.map((endsAt) => endsAt.getTime()) ?? []
    return { at: Math.min(...leases.filter((endsAt) => endsAt > now), now + LEASE_MS), isFull: false }
  }

  async function releaseSlot(key: string, leaseEndsAt: Date, isWrong: boolean): Promise<void> {
    // leases that end at the same moment are interchangeable
    const position = sql`array_position(leases, ${leaseEndsAt}::timestamptz)`
    await sql`
      update login_attempts set failures = failures + ${isWrong ? 1 : 0},
        leases = case when ${position} is null then leases
          else leases[:${position} - 1] || leases[${position} + 1:] end
      where key = ${key}
    `.execute(db)
    wakes.get(key)?.()
  }

  /** Runs one at a time per key. */
  async function inDeliveryOrder<T>(key: string, queue: Queue, work: () => Promise<T>): Promise<T> {
    const turn = queue.last.then(work)
    queue.length++
    queue.last = turn.catch(() => {})
    queues.set(key, queue)
    try {
      return await turn
    } finally {
      queue.length--
      if (queue.length === 0) queues.delete(key)
    }
  }

  return {
    async run({ name, max }, subject, check) {
      const key = keyOf(name, subject)
      const giveUpAt = clock.now() + WAIT_MS
      const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() }
      if (queue.length >= QUEUE_MAX) throw refusal(max, clock.now(), AT_ONCE)
      const leaseEndsAt = await inDeliveryOrder(key, queue, () => acquireSlot(key, max, giveUpAt))
      let isWrong = false
      try {
        const result = await check()
        isWrong = result === undefined || result === false
        // another attempt has the slot by now: returning the result would grant an extra try
        if (clock.now() >= leaseEndsAt.getTime()) throw new Busy()
        return result
      } finally {
        await releaseSlot(key, leaseEndsAt, isWrong)
      }
    },
    async clear({ name }, subject) {
      await db
        .updateTable('login_attempts')
        .set({ failures: 0 })
        .where('key', '=', keyOf(name, subject))
        .execute()
    },
  }
}

function keyOf(name: string, subject: string): string {
  return `${name}:${subject}`
}

/** Deletes counts whose window is over, and by then every lease. */
export async function pruneLoginAttempts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('window_ends_at', '<=', new Date(clock.now() - LEASE_MS))
    .execute()
}
