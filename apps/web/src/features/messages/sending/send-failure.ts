/** Why a message wasn't sent, in a sentence: also of an agent's limit, with the time when it opens. */
import { ApiError, detailOf } from '../../../api/api-error.ts'
import { sending as words } from '../../../strings/sending.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** From here on people count in the next unit. */
const SHOWN_MAX = 90

const wait = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' })

/** The server's own words or `fallback`; of a refusal that passes also when, never sooner than it does. */
export function whyNotSent(error: unknown, fallback: string): string {
  const isPassing = error instanceof ApiError && error.status === 429
  if (!isPassing) return fallback
  const reason = detailOf(error, fallback).replace(/[.]$/, '')
  const { retryAfterMs } = error
  return retryAfterMs === null ? `${reason}.` : words.refusedUntil(reason, waitWords(retryAfterMs))
}

/** The server's reason for refusing a message, in sentences; null where it gave none that says something to a person. */
export function refusalOf(error: unknown): string | null {
  const isFault = error instanceof ApiError && error.status === 500
  const said = isFault ? '' : detailOf(error, '')
  if (said === '') return null
  const reason = whyNotSent(error, said)
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}

/** "in 42 seconds", "in 24 minutes", "in 7 hours" */
function waitWords(waitMs: number): string {
  if (waitMs <= SHOWN_MAX * SECOND_MS)
    return wait.format(Math.max(1, Math.ceil(waitMs / SECOND_MS)), 'second')
  if (waitMs <= SHOWN_MAX * MINUTE_MS) return wait.format(Math.ceil(waitMs / MINUTE_MS), 'minute')
  return wait.format(Math.ceil(waitMs / HOUR_MS), 'hour')
}
