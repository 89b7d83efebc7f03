/**
 * Keeps the access token fresh: one refresh at a time, in this tab and among tabs (platform, section 4).
 * The session's cookie is what is exchanged; no script ever sees it.
 */
import type { Session } from '@flockwork/contract/auth'
import { ApiError } from './api-error.ts'
import type { TabChannel } from './tab-channel.ts'
import type { Tokens } from './tokens.ts'

const REFRESH_WAIT_MS = 30_000
const LIFETIME_PART = 0.75
const VISIBLE_MARGIN_MS = 300_000
const ONLINE_MARGIN_MS = 600_000
/** The stream asks for a refresh at this part of the token's life. */
const STREAM_PART = 0.8
const RETRY_MIN_MS = 500
const RETRY_SPREAD_MS = 1000
/** After a refresh that nobody answered. */
const AGAIN_MS = 30_000

export type RefreshResult =
  /** `session` is null when another tab refreshed. */
  | { kind: 'refreshed'; session: Session | null }
  /** The server says that the session is over. */
  | { kind: 'refused' }
  /** Nobody answered; the session may well live. */
  | { kind: 'unavailable'; error: unknown }

export interface Timers {
  /** @returns a function that cancels. */
  after(ms: number, act: () => void): () => void
  now(): number
  /** 0 to 1. */
  random(): number
}

export interface Refresher {
  /** Refreshes now; a second call while one is under way waits for the same. Never rejects. */
  refresh(): Promise<RefreshResult>
  /** Keeps refreshing at 75 % of the remaining life, until stopped. `onRefused` hears that it is over. */
  start(onRefused: () => void): () => void
  /** The tab became visible. */
  becameVisible(): void
  /** The network came back. */
  cameOnline(): void
  /** The stream's own, later check; nothing when the schedule did its work. */
  checkForStream(): void
}

interface Needs {
  /** POST /auth/refresh with the cookie. */
  exchange: (signal: AbortSignal) => Promise<Session>
  tokens: Tokens
  channel: TabChannel
  timers: Timers
}

export function createRefresher({ exchange, tokens, channel, timers }: Needs): Refresher {
  let current: Promise<RefreshResult> | null = null
  let elsewhereSince: number | null = null
  const waiting = new Set<(token: string | null) => void>()
  let refused: (() => void) | null = null

  channel.listen((news) => {
    if (news.type === 'refresh_start') elsewhereSince = timers.now()
    if (news.type !== 'refresh_end') return
    elsewhereSince = null
    // a tab that isn't signed in doesn't become so by another's token
    if (news.token !== null && tokens.get() !== null) tokens.set(news.token)
    for (const wake of waiting) wake(news.token)
  })

  function refresh(): Promise<RefreshResult> {
    current ??= (elsewhereSince === null ? refreshHere() : waitForOtherTab()).finally(() => (current = null))
    return current
  }

  async function refreshHere(): Promise<RefreshResult> {
    channel.tell({ type: 'refresh_start' })
    let result = await exchangeOnce()
    if (result.kind === 'unavailable') {
      await pause(RETRY_MIN_MS + timers.random() * RETRY_SPREAD_MS)
      result = await exchangeOnce()
    }
    const session = result.kind === 'refreshed' ? result.session : null
    if (session !== null) tokens.set(session.access_token)
    channel.tell({ type: 'refresh_end', token: session?.access_token ?? null })
    return result
  }

  async function exchangeOnce(): Promise<RefreshResult> {
    const tooLong = new AbortController()
    const cancel = timers.after(REFRESH_WAIT_MS, () => tooLong.abort())
    try {
      return { kind: 'refreshed', session: await exchange(tooLong.signal) }
    } catch (error) {
      const isRefusal = error instanceof ApiError && (error.status === 401 || error.status === 403)
      return isRefusal ? { kind: 'refused' } : { kind: 'unavailable', error }
    } finally {
      cancel()
    }
  }

  /** A tab that died in the middle must not hold up the others: then we refresh ourselves. */
  async function waitForOtherTab(): Promise<RefreshResult> {
    const left = REFRESH_WAIT_MS - (timers.now() - (elsewhereSince ?? 0))
    const token = await new Promise<string | null>((resolve) => {
      const finish = (value: string | null) => {
        cancel()
        waiting.delete(finish)
        resolve(value)
      }
      const cancel = timers.after(Math.max(0, left), () => finish(null))
      waiting.add(finish)
    })
    elsewhereSince = null
    if (token === null) return refreshHere()
    tokens.set(token)
    return { kind: 'refreshed', session: null }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => timers.after(ms, resolve))
  }

  async function refreshQuietly(): Promise<void> {
    const result = await refresh()
    if (result.kind === 'refused') refused?.()
  }

  function refreshWithin(marginMs: number): void {
    const remaining = tokens.remainingMs()
    if (refused !== null && remaining !== null && remaining <= marginMs) void refreshQuietly()
  }

  return {
    refresh,
    start(onRefused) {
      refused = onRefused
      let cancel = () => {}
      const schedule = (ms: number | null) => {
        cancel()
        if (ms !== null) cancel = timers.after(ms, () => void run())
      }
      const run = async () => {
        const before = tokens.get()
        await refreshQuietly()
        const isUnanswered = refused === onRefused && tokens.get() === before
        if (isUnanswered) schedule(Math.max(AGAIN_MS, nextRefreshMs(tokens.remainingMs()) ?? 0))
      }
      schedule(nextRefreshMs(tokens.remainingMs()))
      const unsubscribe = tokens.subscribe(() => schedule(nextRefreshMs(tokens.remainingMs())))
      return () => {
        refused = null
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
  }
}

/** When to refresh a token with this much life left: at 75 % of it, or at once when there is none. */
export function nextRefreshMs(remainingMs: number | null): number | null {
  return remainingMs === null ? null : Math.max(0, remainingMs * LIFETIME_PART)
}
