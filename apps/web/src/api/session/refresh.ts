/** Keeps the access token fresh: when it is refreshed is decided here, how it is in `exchange.ts`. */
import { createExchange, type Exchange, type ExchangeDeps, type RefreshResult } from './exchange.ts'
import type { Tokens } from './tokens.ts'

const LIFETIME_PART = 0.75
const VISIBLE_MARGIN_MS = 300_000
const ONLINE_MARGIN_MS = 600_000
/** The stream asks for a refresh at this part of the token's life. */
const STREAM_PART = 0.8
/** After a refresh that nobody answered. */
const AGAIN_MS = 30_000
/** A timer of a suspended machine stands still: so often the clock is asked how late it is. */
const CLOCK_CHECK_MS = 60_000
/** Between two refreshes by the schedule, however soon the new token ends. */
const GAP_MIN_MS = 1000

export interface Refresher extends Pick<Exchange, 'refresh' | 'onRefreshed'> {
  /**
   * Keeps refreshing at 75 % of the remaining life, until stopped. `onRefused` hears that the server refused; while it
   * doesn't stop, the token is offered again later.
   */
  start(onRefused: () => void): () => void
  /** The tab became visible. */
  becameVisible(): void
  /** The network came back. */
  cameOnline(): void
  /** The stream's own, later check; nothing when the schedule did its work. */
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
