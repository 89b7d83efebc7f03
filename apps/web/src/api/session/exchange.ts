/**
 * Exchanges the session's cookie for a token: one refresh at a time, in this tab and among tabs
 * (docs/rules/accounts.md#browser-session). No script ever sees the cookie.
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
 * The first attempt times out within the server's grace period: a lost response has consumed the cookie, and a retry
 * gets the same successor only within that period; later it would end the session.
 */
const FIRST_ANSWER_MS = REFRESH_GRACE_MS - RETRY_MIN_MS - RETRY_SPREAD_MS - 500

export type RefreshResult =
  /** `session` is null when another tab refreshed. */
  | { kind: 'refreshed'; session: Session | null }
  /** The server reports that the session has ended. */
  | { kind: 'refused' }
  /** No response; the session may still be valid. */
  | { kind: 'unavailable'; error: unknown }

export interface Exchange {
  /** Refreshes now; calls during a refresh share its result. Never rejects. */
  refresh(): Promise<RefreshResult>
  /** When to retry after an error, in milliseconds: the server's Retry-After, else soon. */
  retryMs(error: unknown): number
  /** Called for each refreshed token, by this tab or another. */
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
  let otherTabSince: number | null = null
  const waiting = new Set<(token: string | null) => void>()
  const listeners = new Set<() => void>()

  channel.subscribe((message) => {
    if (message.type === 'refresh_start') otherTabSince = timers.now()
    if (message.type !== 'refresh_end' && message.type !== 'token') return
    const isRefresh = message.type === 'refresh_end'
    if (isRefresh) otherTabSince = null
    // another tab's token doesn't sign in a signed-out tab
    if (message.token !== null && tokens.get() !== null) {
      tokens.adopt(message.token)
      if (isRefresh) notifyRefreshed()
    }
    if (isRefresh) for (const wake of waiting) wake(message.token)
  })

  function notifyRefreshed(): void {
    for (const listener of listeners) listener()
  }

  function refresh(): Promise<RefreshResult> {
    current ??= (otherTabSince === null ? refreshHere() : waitForOtherTab()).finally(() => (current = null))
    return current
  }

  async function refreshHere(): Promise<RefreshResult> {
    const before = tokens.get()
    const until = timers.now() + REFRESH_WAIT_MS
    channel.send({ type: 'refresh_start' })
    let result = await exchangeOnce(FIRST_ANSWER_MS)
    if (result.kind === 'unavailable') {
      const wait = retryMs(result.error)
      if (timers.now() + wait < until) {
        await pause(wait)
        result = await exchangeOnce(Math.max(FIRST_ANSWER_MS, until - timers.now()))
      }
    }
    const accepted = accept(result, before)
    channel.send({ type: 'refresh_end', token: accepted.kind === 'refreshed' ? tokens.get() : null })
    if (accepted.kind === 'refreshed') notifyRefreshed()
    return accepted
  }

  /** `before` is the token when the refresh started; it may have changed since. */
  function accept(result: RefreshResult, before: string | null): RefreshResult {
    if (result.kind !== 'refreshed' || result.session === null) return result
    const refreshed = result.session.access_token
    const now = tokens.get()
    // the session ended meanwhile: its token must not be restored
    if (before !== null && now === null) return { kind: 'refused' }
    // only a switch changes the space, and that token is the newer one
    const isSwitched =
      now !== before && spaceOf(now) !== spaceOf(refreshed) && userOf(now) === userOf(refreshed)
    if (now === null || !isSwitched) tokens.set(refreshed)
    return result
  }

  async function exchangeOnce(answerMs: number): Promise<RefreshResult> {
    const tooLong = new AbortController()
    const cancel = timers.after(answerMs, () => tooLong.abort())
    try {
      const session = await exchange(tooLong.signal)
      // a captive portal answers any request with its own page
      if (!isSession(session)) return { kind: 'unavailable', error: new NetworkError('Not our answer') }
      return { kind: 'refreshed', session }
    } catch (error) {
      return isRefusal(error) ? { kind: 'refused' } : { kind: 'unavailable', error }
    } finally {
      cancel()
    }
  }

  /** If the other tab dies during its refresh, this one refreshes itself. */
  async function waitForOtherTab(): Promise<RefreshResult> {
    const left = REFRESH_WAIT_MS - (timers.now() - (otherTabSince ?? 0))
    const token = await new Promise<string | null>((resolve) => {
      const finish = (value: string | null) => {
        cancel()
        waiting.delete(finish)
        resolve(value)
      }
      const cancel = timers.after(Math.max(0, left), () => finish(null))
      waiting.add(finish)
    })
    otherTabSince = null
    if (token === null) return refreshHere()
    tokens.adopt(token)
    return { kind: 'refreshed', session: null }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => timers.after(ms, resolve))
  }

  function retryMs(error: unknown): number {
    const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : null
    return retryAfterMs ?? RETRY_MIN_MS + timers.random() * RETRY_SPREAD_MS
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

/** An error from the server itself, not a proxy's page with the same status. */
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
