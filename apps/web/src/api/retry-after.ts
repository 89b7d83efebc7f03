/** Whether to retry after a 429, and how long to wait (docs/rules/requests.md#after-a-429). */
import { asRecord } from './api-error.ts'

const BACKOFF_BASE_MS = 1000
const JITTER_MAX_MS = 250
/** A call with a longer wait fails at once, whichever source the wait is from. */
const WAIT_MAX_MS = 60_000
const RETRIES = 2
const GLOBAL_DELAY_MAX_MS = 10_000
const BREAKER_DEFAULT_S = 60
/** The year 2001 as a Unix time: no wait is that long, and no current time is that early. */
const FIRST_TIME_S = 1_000_000_000
const NUMBER = /^\d+(\.\d+)?$/
const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)/i

export interface Refusal {
  headers: Headers
  body: unknown
  /** How many 429s this call got before. */
  refusedBefore: number
  /** 0 to 1. */
  random: number
  /** This device's clock. */
  now: number
}

export type Verdict =
  | { retry: true; waitMs: number }
  /** The call fails; later calls are delayed for `holdMs`. */
  | { retry: false; waitMs: number; holdMs: number }

/** Decides what to do about one 429. */
export function judge429({ headers, body, refusedBefore, random, now }: Refusal): Verdict {
  const waitMs = retryAfterMs(headers, body, now) ?? backoffMs(refusedBefore, random)
  if (isAboutOneAgent(body)) return { retry: false, waitMs, holdMs: 0 }
  if (waitMs > WAIT_MAX_MS || refusedBefore >= RETRIES) {
    return { retry: false, waitMs, holdMs: Math.min(waitMs, GLOBAL_DELAY_MAX_MS) }
  }
  return { retry: true, waitMs }
}

/**
 * The response's wait in milliseconds: `Retry-After` (seconds or a date), else `RateLimit-Reset` or `X-RateLimit-Reset`
 * (seconds or a Unix time), else the body's `retry_after` (seconds); null if it has none. A time is compared with the
 * server's clock if that is known.
 */
export function retryAfterMs(headers: Headers, body: unknown, now: number = Date.now()): number | null {
  const serverNow = dateOf(headers.get('date')) ?? now
  const retryAfter = headers.get('retry-after')
  const at = dateOf(retryAfter)
  return (
    secondsToMs(retryAfter) ??
    (at === null ? null : Math.max(0, at - serverNow)) ??
    resetToMs(headers.get('ratelimit-reset'), serverNow) ??
    resetToMs(headers.get('x-ratelimit-reset'), serverNow) ??
    secondsToMs(asRecord(body)?.['retry_after'])
  )
}

/** The backoff if the server names no wait: 1 s, doubled with each 429 up to 60 s, plus up to 250 ms of jitter. */
export function backoffMs(refusedBefore: number, random: number): number {
  return Math.min(BACKOFF_BASE_MS * 2 ** refusedBefore, WAIT_MAX_MS) + random * JITTER_MAX_MS
}

/** The limit or pause of one agent doesn't affect other calls. */
function isAboutOneAgent(body: unknown): boolean {
  return asRecord(body)?.['scope'] === 'agent' || pausedAgent(body) !== null
}

export interface PausedAgent {
  /** As the server names it, `agent:{username}`. */
  key: string
  username: string
  retryAfterS: number
}

/** The agent that the circuit breaker paused, when that is what the body reports. */
export function pausedAgent(body: unknown, headers: Headers = new Headers()): PausedAgent | null {
  const fields = asRecord(body)
  if (fields?.['type'] !== 'agent_circuit_breaker' && fields?.['error'] !== 'agent_circuit_breaker')
    return null
  const key = typeof fields['key'] === 'string' ? fields['key'] : ''
  const waitMs = secondsToMs(fields['retry_after']) ?? retryAfterMs(headers, null)
  return toPausedAgent(key, waitMs === null ? BREAKER_DEFAULT_S : Math.ceil(waitMs / 1000))
}

export function toPausedAgent(key: string, retryAfterS: number): PausedAgent {
  return { key, username: key.replace(/^agent:/, ''), retryAfterS }
}

function secondsToMs(value: unknown): number | null {
  const seconds = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** Some servers send a number of seconds, others a Unix time: a number that would be years of waiting is a time. */
function resetToMs(value: string | null, now: number): number | null {
  const ms = secondsToMs(value)
  if (ms === null) return null
  return ms >= FIRST_TIME_S * 1000 ? Math.max(0, ms - now) : ms
}

/** Date.parse accepts nearly anything; an HTTP date begins with its weekday. */
function dateOf(value: string | null): number | null {
  const at = value !== null && WEEKDAY.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}
