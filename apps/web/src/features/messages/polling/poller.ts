/** Asks what changed, again and again, as often as the rules say, until it is stopped. */
import type { Timers } from '../../../api/timers.ts'
import type { Budget } from './budget.ts'
import { intervalMs, limitedMs, type PollingRules } from './polling-rules.ts'

export interface Polled {
  /** Something came that wasn't known. */
  readonly hasNews: boolean
  /** There is more to ask for. */
  readonly hasMore: boolean
}

interface Deps {
  timers: Timers
  rules: PollingRules
  /** One for the page, whatever space it shows. */
  budget: Budget
  isHidden: () => boolean
  isOnline: () => boolean
  /** One request. */
  ask: () => Promise<Polled>
  /** What the server named when it refused because there were too many requests; undefined for another failure. */
  limitedBy: (error: unknown) => number | null | undefined
}

export interface Poller {
  /** The reader did something: news are wanted soon. */
  touch(): void
  /** The tab was shown or hidden, or the network came or went. */
  look(): void
  stop(): void
}

/** The first request goes out at once. */
export function startPoller(deps: Deps): Poller {
  const { timers, rules, budget, isHidden, isOnline, ask, limitedBy } = deps
  let activeAt = timers.now()
  /** Before then nothing is asked, whatever happens. */
  let notBefore = 0
  let askedAt: number | null = null
  let hasMore = false
  let isAsking = false
  let isStopped = false
  let cancel = () => {}

  function waitMs(): number {
    const now = timers.now()
    // a clock that was set back doesn't stretch the waits
    const quietMs = Math.max(0, now - activeAt)
    const sinceMs = askedAt === null ? Number.POSITIVE_INFINITY : Math.max(0, now - askedAt)
    const dueMs = hasMore ? 0 : Math.max(0, intervalMs(rules, isHidden(), quietMs) - sinceMs)
    return Math.max(dueMs, notBefore - now, budget.waitMs(now))
  }

  function plan(): void {
    cancel()
    // without a network nobody answers; `look` is told of its return
    if (!isStopped && !isAsking && isOnline()) cancel = timers.after(waitMs(), run)
  }

  function run(): void {
    if (waitMs() > 0) return plan()
    isAsking = true
    askedAt = timers.now()
    hasMore = false
    budget.spend(askedAt)
    void ask()
      .then(answered, failed)
      .finally(() => {
        isAsking = false
        plan()
      })
  }

  function answered(polled: Polled): void {
    ;({ hasMore } = polled)
    if (polled.hasNews) activeAt = timers.now()
  }

  function failed(error: unknown): void {
    const retryAfterMs = limitedBy(error)
    if (retryAfterMs !== undefined) notBefore = timers.now() + limitedMs(retryAfterMs, timers.random())
  }

  plan()
  return {
    touch() {
      activeAt = timers.now()
      plan()
    },
    look() {
      if (!isHidden()) activeAt = timers.now()
      plan()
    },
    stop() {
      isStopped = true
      cancel()
    },
  }
}
