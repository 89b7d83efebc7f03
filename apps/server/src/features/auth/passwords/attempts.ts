/**
 * Attempts at a secret, counted for all nodes. One takes a place while it is checked and gives it back if it was right;
 * wrong ones keep theirs until the window ends. Who finds every place taken waits while some of them are only being
 * checked: many right passwords at once are no attack, and many guesses at once get no more tries than the limit.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { RateLimited } from '../../../platform/errors.ts'

export interface AttemptLimit {
  readonly name: string
  /** Wrong attempts in a window. */
  readonly max: number
}

export interface Attempts {
  /**
   * Runs `check`, whose result is `undefined` or false if the secret was wrong. An error in it counts as no attempt.
   * @throws RateLimited
   */
  run<T>(limit: AttemptLimit, key: string, check: () => Promise<T>): Promise<T>
  /** Drops the wrong attempts. */
  clear(limit: AttemptLimit, key: string): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly windowMs: number
}

/** How long an attempt waits for others to be checked: a hundred hashes on a slow machine. */
const WAIT_MS = 15_000
/** How often the one that waits longest asks whether another node gave a place back. */
const POLL_MS = 50

export function createAttempts({ db, clock, windowMs }: Deps): Attempts {
  /** For each key, the last to wait for a place: the others wait for it, so that one at a time asks the database. */
  const queues = new Map<string, Promise<unknown>>()
  const wakes = new Map<string, () => void>()

  async function takePlace(key: string, max: number): Promise<Date> {
    const late = AbortSignal.timeout(WAIT_MS)
    for (;;) {
      const taken = await tryPlace(key, max)
      if (taken !== undefined) return taken
      const state = await findState(key)
      const isFull = state !== undefined && state.failures >= max
      if (isFull || late.aborted) {
        const waitMs = isFull ? state.window_ends_at.getTime() - clock.now() : 0
        const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
        throw new RateLimited({ limit: max, remaining: 0, retryAfterSeconds }, 'Too many wrong attempts')
      }
      await checkedOrPoll(key)
    }
  }

  async function checkedOrPoll(key: string): Promise<void> {
    const timer = new AbortController()
    const checked = new Promise<void>((resolve) => wakes.set(key, resolve))
    await Promise.race([checked, delay(POLL_MS, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
    wakes.delete(key)
  }

  /** The end of the window that the place is of; `undefined` when there is none. */
  async function tryPlace(key: string, max: number): Promise<Date | undefined> {
    const now = new Date(clock.now())
    const { rows } = await sql<{ window_ends_at: Date }>`
      insert into login_attempts as a (key, failures, pending, window_ends_at)
      values (${key}, 0, 1, ${new Date(clock.now() + windowMs)})
      on conflict (key) do update set
        failures = case when a.window_ends_at <= ${now} then 0 else a.failures end,
        pending = case when a.window_ends_at <= ${now} then 1 else a.pending + 1 end,
        window_ends_at = case when a.window_ends_at <= ${now} then excluded.window_ends_at else a.window_ends_at end
      where a.window_ends_at <= ${now} or a.failures + a.pending < ${max}
      returning a.window_ends_at
    `.execute(db)
    return rows[0]?.window_ends_at
  }

  function findState(key: string) {
    return db
      .selectFrom('login_attempts')
      .select(['failures', 'window_ends_at'])
      .where('key', '=', key)
      .executeTakeFirst()
  }

  async function givePlaceBack(key: string, windowEndsAt: Date, isWrong: boolean): Promise<void> {
    await sql`
      update login_attempts set failures = failures + ${isWrong ? 1 : 0},
        pending = greatest(0, pending - case when window_ends_at = ${windowEndsAt} then 1 else 0 end)
      where key = ${key}
    `.execute(db)
    wakes.get(key)?.()
  }

  /** One after the other, for each key. */
  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(key) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => {})
    queues.set(key, settled)
    try {
      return await turn
    } finally {
      if (queues.get(key) === settled) queues.delete(key)
    }
  }

  return {
    async run({ name, max }, subject, check) {
      const key = keyOf(name, subject)
      const windowEndsAt = await inTurn(key, () => takePlace(key, max))
      let isWrong = false
      try {
        const result = await check()
        isWrong = result === undefined || result === false
        return result
      } finally {
        await givePlaceBack(key, windowEndsAt, isWrong)
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

/** Deletes counts whose window is over. */
export async function pruneLoginAttempts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('login_attempts').where('window_ends_at', '<=', new Date(clock.now())).execute()
}
