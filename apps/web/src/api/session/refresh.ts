/** Keeps the access token fresh: decides when to refresh; `exchange.ts` does it. */
import { createExchange, type Exchange, type ExchangeDeps, type RefreshResult } from './exchange.ts'
import type { Tokens } from './tokens.ts'

const LIFETIME_PART = 0.75
const VISIBLE_MARGIN_MS = 300_000
const ONLINE_MARGIN_MS = 600_000
/** The stream suggests a refresh at this part of the token's life. */
const STREAM_PART = 0.8
/** The retry after an unanswered refresh. */
const AGAIN_MS = 30_000
/** Timers stop while a machine is suspended, so the clock is checked this often. */
const CLOCK_CHECK_MS = 60_000
/** The minimum between two scheduled refreshes, however soon the new token ends. */
const GAP_MIN_MS = 1000

export interface Refresher extends Pick<Exchange, 'refresh' | 'onRefreshed'> {
  /**
   * Refreshes at 75 % of the remaining life, until stopped. `onRefused` is called when the server refuses; unless it
   * stops the refresher, there is another attempt later.
   */
  start(onRefused: () => void): () => void
  /** The tab became visible. */
  becameVisible(): void
  /** The network came back. */
  cameOnline(): void
  /** The stream's later check; a no-op when the schedule worked. */
  checkForStream(): void
}

export function createRefresher(deps: ExchangeDeps): Refresher {
  const { tokens, timers } = deps
  const { refresh, retryMs, onRefreshed } = createExchange(deps)
  let refused: (() => void) | null = null
  let runWhenDue = () => {}

  async function refreshQuietly(): Promise<RefreshResult> {
    const result = await refresh()
    if (result.kind === 'refused') refused?.()
    return result
  }

  function refreshWithin(marginMs: number): void {
    if (refused === null) return
    tokens.adoptStored()
    runWhenDue()
    if ((tokens.remainingMs() ?? 0) <= marginMs) void refreshQuietly()
  }

  return {
    refresh,
    start(onRefused) {
      refused = onRefused
      let dueAt = 0
      let cancel = () => {}
      const plan = (ms: number) => {
        dueAt = timers.now() + ms
        watch()
      }
      const watch = () => {
        cancel()
        cancel = timers.after(Math.min(Math.max(0, dueAt - timers.now()), CLOCK_CHECK_MS), check)
      }
      const check = () => (timers.now() >= dueAt ? void run() : watch())
      const run = async () => {
        cancel()
        dueAt = Number.POSITIVE_INFINITY
        const before = tokens.get()
        const result = await refreshQuietly()
        const isGoingOn = refused === onRefused && tokens.get() === before
        if (!isGoingOn) return
        const wait = result.kind === 'unavailable' ? retryMs(result.error) : 0
        plan(Math.max(AGAIN_MS, wait, nextRefreshMs(tokens) ?? 0))
      }
      runWhenDue = check
      plan(nextRefreshMs(tokens) ?? AGAIN_MS)
      const unsubscribe = tokens.subscribe(() =>
        plan(Math.max(GAP_MIN_MS, nextRefreshMs(tokens) ?? AGAIN_MS)),
      )
      return () => {
        if (refused === onRefused) refused = null
        runWhenDue = () => {}
        cancel()
        unsubscribe()
      }
    },
    becameVisible: () => refreshWithin(VISIBLE_MARGIN_MS),
    cameOnline: () => refreshWithin(ONLINE_MARGIN_MS),
    checkForStream() {
      const age = tokens.age()
      if (refused !== null && age !== null && age >= STREAM_PART) void refreshQuietly()
    },
    onRefreshed,
  }
}

/** When to refresh: at 75 % of what is left of the token's life, at once when it counts as expired; null without one. */
export function nextRefreshMs(tokens: Pick<Tokens, 'remainingMs' | 'isExpired'>): number | null {
  const remaining = tokens.remainingMs()
  if (remaining === null) return null
  return tokens.isExpired() ? 0 : remaining * LIFETIME_PART
}
