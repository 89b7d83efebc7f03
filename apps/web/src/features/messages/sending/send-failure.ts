/** Why a message wasn't sent, in sentences; of a rate limit also when to try again. */
import { lazily } from '@flockwork/contract/lazily'
import { ApiError, detailOf, violationOf } from '../../../api/api-error.ts'
import { sending as words } from '../../../strings/sending.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Past this count the next unit is used. */
const COUNT_MAX = 90

const wait = lazily(() => new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' }))

/**
 * For a rate limit the server's reason and when to try again, rounded up; for a text that couldn't be checked, though
 * nothing is wrong with it, the server's own message; else `fallback`.
 */
export function sendFailureText(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.code === 'guardrails_unavailable') return detailOf(error, fallback)
  const isPassing = error instanceof ApiError && error.status === 429
  if (!isPassing) return fallback
  const reason = detailOf(error, fallback).replace(/[.]$/, '')
  const { retryAfterMs } = error
  return retryAfterMs === null ? `${reason}.` : words.refusedUntil(reason, waitWords(retryAfterMs))
}

/** The server's reason for refusing a message, in sentences; null if it gave none that helps the author. */
export function refusalReason(error: unknown): string | null {
  const isServerError = error instanceof ApiError && error.status === 500
  // what to do about a violation is shown above the composer
  const detail = isServerError ? '' : (violationOf(error)?.message ?? detailOf(error, ''))
  if (detail === '') return null
  const reason = sendFailureText(error, detail)
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}

/** "in 42 seconds", "in 24 minutes", "in 7 hours" */
function waitWords(waitMs: number): string {
  if (waitMs <= COUNT_MAX * SECOND_MS)
    return wait().format(Math.max(1, Math.ceil(waitMs / SECOND_MS)), 'second')
  if (waitMs <= COUNT_MAX * MINUTE_MS) return wait().format(Math.ceil(waitMs / MINUTE_MS), 'minute')
  return wait().format(Math.ceil(waitMs / HOUR_MS), 'hour')
}
