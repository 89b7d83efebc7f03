/** How long to wait after a 429, and whether waiting is right (platform, section 8; decisions 6.6). */
import { asRecord } from './api-error.ts'

const BACKOFF_BASE_MS = 1000
const JITTER_MAX_MS = 250
/** A longer wait is not waited out, wherever it comes from. */
const WAIT_MAX_MS = 60_000
const RETRIES = 2
const GLOBAL_DELAY_MAX_MS = 10_000
const BREAKER_DEFAULT_S = 60

export interface Refusal {
  headers: Headers
  body: unknown
  /** How often this call was refused with 429 before. */
  refusedBefore: number
  /** 0 to 1. */
  random: number
}

export type Verdict =
  | { retry: true; waitMs: number }
  /** The call fails; later calls are held back for `holdMs`. */
  | { retry: false; waitMs: number; holdMs: number }

/** What to do about one 429. */
export function judge429({ headers, body, refusedBefore, random }: Refusal): Verdict {
  const waitMs = retryAfterMs(headers, body) ?? backoffMs(refusedBefore, random)
  if (isAboutOneAgent(body)) return { retry: false, waitMs, holdMs: 0 }
  if (waitMs > WAIT_MAX_MS || refusedBefore >= RETRIES) {
    return { retry: false, waitMs, holdMs: Math.min(waitMs, GLOBAL_DELAY_MAX_MS) }
  }
  return { retry: true, waitMs }
}

/**
 * The wait that the answer names, in milliseconds: `Retry-After` (seconds or a date), else
 * `RateLimit-Reset` (seconds), else the body's `retry_after` (seconds); null when it names none.
 */
export function retryAfterMs(headers: Headers, body: unknown, now: number = Date.now()): number | null {
  const header = headers.get('retry-after')
  if (header !== null) {
    const fromHeader = secondsToMs(header) ?? dateToMs(header, now)
    if (fromHeader !== null) return fromHeader
  }
  return secondsToMs(headers.get('ratelimit-reset')) ?? secondsToMs(asRecord(body)?.['retry_after'])
}

function backoffMs(attempt: number, random: number): number {
  return Math.min(BACKOFF_BASE_MS * 2 ** attempt + random * JITTER_MAX_MS, WAIT_MAX_MS)
}

/** A limit or a pause of one agent says nothing about other calls. */
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
export function pausedAgent(body: unknown): PausedAgent | null {
  const fields = asRecord(body)
  if (fields?.['type'] !== 'agent_circuit_breaker' && fields?.['error'] !== 'agent_circuit_breaker')
    return null
  const key = typeof fields['key'] === 'string' ? fields['key'] : ''
  const seconds = fields['retry_after']
  return toPausedAgent(key, typeof seconds === 'number' ? seconds : BREAKER_DEFAULT_S)
}

export function toPausedAgent(key: string, retryAfterS: number): PausedAgent {
  return { key, username: key.replace(/^agent:/, ''), retryAfterS }
}

function secondsToMs(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

function dateToMs(value: string, now: number): number | null {
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
