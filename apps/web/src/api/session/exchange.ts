/**
 * One refresh at a time, in this tab and among tabs (docs/rules/accounts.md#browser-session). The session's cookie is
 * what is exchanged; no script ever sees it.
 */
import type { Session } from '@flockwork/contract/auth'
import { REFRESH_GRACE_MS } from '@flockwork/contract/limits'
import { ApiError, asRecord, NetworkError } from '../api-error.ts'
import type { TabChannel } from './tab-channel.ts'
import type { Timers } from '../timers.ts'
import { readClaims } from './token-claims.ts'
import type { Tokens } from './tokens.ts'

/** How long a refresh may take, this tab's or another's. */
const REFRESH_WAIT_MS = 30_000
const RETRY_MIN_MS = 500
const RETRY_SPREAD_MS = 1000
/**
 * The first try is given up while the server would still answer its repeat with the same successor: an answer that was
 * lost on the way has used the cookie up, and the cookie used later ends the session.
 */
const FIRST_ANSWER_MS = REFRESH_GRACE_MS - RETRY_MIN_MS - RETRY_SPREAD_MS - 500

export type RefreshResult =
  /** `session` is null when another tab refreshed. */
  | { kind: 'refreshed'; session: Session | null }
  /** The server says that the session is over. */
  | { kind: 'refused' }
  /** Nobody answered; the session may well live. */
  | { kind: 'unavailable'; error: unknown }

export interface Exchange {
  /** Refreshes now; a second call while one is under way waits for the same. Never rejects. */
  refresh(): Promise<RefreshResult>
  /** When to try again after an error, in milliseconds: when the server said, else soon. */
  retryMs(error: unknown): number
  /** Hears of each refreshed token, by this tab or another. */
  onRefreshed(listener: () => void): () => void
}

export interface ExchangeDeps {
  /** POST /auth/refresh with the cookie. */
  exchange: (signal: AbortSignal) => Promise<Session>
  tokens: Tokens
  channel: TabChannel
  timers: Timers
}

export function createExchange({ exchange, tokens, channel, timers }: ExchangeDeps): Exchange {
  let current: Promise<RefreshResult> | null = null
  let elsewhereSince: number | null = null
  const waiting = new Set<(token: string | null) => void>()
  const listeners = new Set<() => void>()

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

  function retryMs(error: unknown): number {
    const named = error instanceof ApiError ? error.retryAfterMs : null
    return named ?? RETRY_MIN_MS + timers.random() * RETRY_SPREAD_MS
  }

  return {
    refresh,
    retryMs,
    onRefreshed(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
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
