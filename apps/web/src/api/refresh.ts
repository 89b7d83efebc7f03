/**
 * Keeps the access token fresh: one refresh at a time, in this tab and among tabs (platform, section 4).
 * The session's cookie is what is exchanged; no script ever sees it.
 */
import type { Session } from '@flockwork/contract/auth'
import { REFRESH_GRACE_MS } from '@flockwork/contract/limits'
import { ApiError, asRecord, NetworkError } from './api-error.ts'
import type { TabChannel } from './tab-channel.ts'
import { readClaims } from './token-claims.ts'
import type { Tokens } from './tokens.ts'

/** How long a refresh may take, this tab's or another's. */
const REFRESH_WAIT_MS = 30_000
const LIFETIME_PART = 0.75
const VISIBLE_MARGIN_MS = 300_000
const ONLINE_MARGIN_MS = 600_000
/** The stream asks for a refresh at this part of the token's life. */
const STREAM_PART = 0.8
const RETRY_MIN_MS = 500
const RETRY_SPREAD_MS = 1000
/**
 * The first try is given up while the server would still answer its repeat with the same successor: an answer that was
 * lost on the way has used the cookie up, and the cookie used later ends the session.
 */
const FIRST_ANSWER_MS = REFRESH_GRACE_MS - RETRY_MIN_MS - RETRY_SPREAD_MS - 500
/** After a refresh that nobody answered. */
const AGAIN_MS = 30_000
/** A timer of a suspended machine stands still: so often the clock is asked how late it is. */
const CLOCK_CHECK_MS = 60_000
/** Between two refreshes by the schedule, however soon the new token ends. */
const GAP_MIN_MS = 1000

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
  /** Hears of each refreshed token, by this tab or another. */
  onRefreshed(listener: () => void): () => void
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
  const listeners = new Set<() => void>()
  let refused: (() => void) | null = null
  let runWhenDue = () => {}

  channel.listen((news) => {
    if (news.type === 'refresh_start') elsewhereSince = timers.now()
    if (news.type !== 'refresh_end' && news.type !== 'token') return
    const isRefresh = news.type === 'refresh_end'
    if (isRefresh) elsewhereSince = null
    // a tab that isn't signed in doesn't become so by another's token
    if (news.token !== null && tokens.get() !== null) {
      tokens.takeUp(news.token)
      if (isRefresh) tellRefreshed()
    }
    if (isRefresh) for (const wake of waiting) wake(news.token)
  })

  function tellRefreshed(): void {
    for (const listener of listeners) listener()
  }

  function refresh(): Promise<RefreshResult> {
    current ??= (elsewhereSince === null ? refreshHere() : waitForOtherTab()).finally(() => (current = null))
    return current
  }

  async function refreshHere(): Promise<RefreshResult> {
    const before = tokens.get()
    const until = timers.now() + REFRESH_WAIT_MS
    channel.tell({ type: 'refresh_start' })
    let result = await exchangeOnce(FIRST_ANSWER_MS)
    if (result.kind === 'unavailable') {
      const wait = retryMs(result.error)
      if (timers.now() + wait < until) {
        await pause(wait)
        result = await exchangeOnce(Math.max(FIRST_ANSWER_MS, until - timers.now()))
      }
    }
    const taken = take(result, before)
    channel.tell({ type: 'refresh_end', token: taken.kind === 'refreshed' ? tokens.get() : null })
    if (taken.kind === 'refreshed') tellRefreshed()
    return taken
  }

  /** `before` is the token when the refresh began: much may have happened since. */
  function take(result: RefreshResult, before: string | null): RefreshResult {
    if (result.kind !== 'refreshed' || result.session === null) return result
    const made = result.session.access_token
    const now = tokens.get()
    // the session was ended meanwhile: its token must not come back
    if (before !== null && now === null) return { kind: 'refused' }
    // only a switch changes the space, and the one that came meanwhile is the newer
    const isSwitched = now !== before && spaceOf(now) !== spaceOf(made) && userOf(now) === userOf(made)
    if (now === null || !isSwitched) tokens.set(made)
    return result
  }

  async function exchangeOnce(answerMs: number): Promise<RefreshResult> {
    const tooLong = new AbortController()
    const cancel = timers.after(answerMs, () => tooLong.abort())
    try {
      const session = await exchange(tooLong.signal)
      // a network that asks to sign in to itself answers everything, in its own words
      if (!isSession(session)) return { kind: 'unavailable', error: new NetworkError('Not our answer') }
      return { kind: 'refreshed', session }
    } catch (error) {
      return isRefusal(error) ? { kind: 'refused' } : { kind: 'unavailable', error }
    } finally {
      cancel()
    }
  }

  function retryMs(error: unknown): number {
    const named = error instanceof ApiError ? error.retryAfterMs : null
    return named ?? RETRY_MIN_MS + timers.random() * RETRY_SPREAD_MS
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
    tokens.takeUp(token)
    return { kind: 'refreshed', session: null }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => timers.after(ms, resolve))
  }

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
    onRefreshed(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** When to refresh: at 75 % of what is left of the token's life, at once when it counts as expired; null without one. */
export function nextRefreshMs(tokens: Pick<Tokens, 'remainingMs' | 'isExpired'>): number | null {
  const remaining = tokens.remainingMs()
  if (remaining === null) return null
  return tokens.isExpired() ? 0 : remaining * LIFETIME_PART
}

/** The server's own refusal; a proxy's page with the same number is none. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403) && error.code !== null
}

function isSession(answer: unknown): boolean {
  const token = asRecord(answer)?.['access_token']
  return typeof token === 'string' && readClaims(token) !== null
}

function spaceOf(token: string | null): string | null {
  return token === null ? null : (readClaims(token)?.spaceId ?? null)
}

function userOf(token: string | null): string | null {
  return token === null ? null : (readClaims(token)?.userId ?? null)
}
