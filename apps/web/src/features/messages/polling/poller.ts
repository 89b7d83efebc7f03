/** Polls as often as the rules say, until it is stopped. */
import type { Timers } from '../../../api/timers.ts'
import { intervalMs, limitedMs, type Budget, type PollingRules } from './polling-rules.ts'

export interface Polled {
  /** Whether there was anything new. */
  readonly hasNew: boolean
  /** There is more to fetch. */
  readonly hasMore: boolean
}

interface Deps {
  timers: Timers
  rules: PollingRules
  /** Shared by all spaces that the page shows. */
  budget: Budget
  isHidden: () => boolean
  isOnline: () => boolean
  /** One request. */
  poll: () => Promise<Polled>
  /** When to retry a rate-limited request; null if the server didn't say; undefined for any other failure. */
  retryAfterMs: (error: unknown) => number | null | undefined
}

export interface Poller {
  /** The reader did something: poll soon. */
  onActivity(): void
  /** The tab was shown or hidden, or the network came or went. */
  onEnvironmentChange(): void
  stop(): void
}

/** The first request goes out at once. */
export function startPoller(deps: Deps): Poller {
  const { timers, rules, budget, isHidden, isOnline, poll, retryAfterMs } = deps
  let activeAt = timers.now()
  /** No request before then, whatever happens. */
  let notBefore = 0
  let polledAt: number | null = null
  let hasMore = false
  let isPolling = false
  let isStopped = false
  let cancel = () => {}

  function waitMs(): number {
    const now = timers.now()
    // a clock that was set back doesn't stretch the waits
    const quietMs = Math.max(0, now - activeAt)
    const sinceMs = polledAt === null ? Number.POSITIVE_INFINITY : Math.max(0, now - polledAt)
    const dueMs = hasMore ? 0 : Math.max(0, intervalMs(rules, isHidden(), quietMs) - sinceMs)
    return Math.max(dueMs, notBefore - now, budget.waitMs(now))
  }

  function schedule(): void {
    cancel()
    // while offline nothing is scheduled: `onEnvironmentChange` reports the network's return
    if (!isStopped && !isPolling && isOnline()) cancel = timers.after(waitMs(), run)
  }

  function run(): void {
    if (waitMs() > 0) return schedule()
    isPolling = true
    polledAt = timers.now()
    hasMore = false
    budget.spend(polledAt)
    void poll()
      .then(succeeded, failed)
      .finally(() => {
        isPolling = false
        schedule()
      })
  }

  function succeeded(polled: Polled): void {
    ;({ hasMore } = polled)
    if (polled.hasNew) activeAt = timers.now()
  }

  function failed(error: unknown): void {
    const ms = retryAfterMs(error)
    if (ms !== undefined) notBefore = timers.now() + limitedMs(ms, timers.random())
  }

  schedule()
  return {
    onActivity() {
      activeAt = timers.now()
      schedule()
    },
    onEnvironmentChange() {
      if (!isHidden()) activeAt = timers.now()
      schedule()
    },
    stop() {
      isStopped = true
      cancel()
    },
  }
}
