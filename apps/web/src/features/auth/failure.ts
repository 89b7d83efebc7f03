import { ApiError, detailOf } from '../../api/api-error.ts'
import { strings } from '../../strings.ts'

const words = strings.login
const SECOND_MS = 1000
const MINUTE_S = 60
/** Above this many seconds, the wait is given in minutes. */
const SHOWN_AS_SECONDS_MAX = 90

/** "42 seconds", "15 minutes": rounded up. */
export function waitWords(waitMs: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS))
  return seconds <= SHOWN_AS_SECONDS_MAX
    ? words.seconds(seconds)
    : words.minutes(Math.ceil(seconds / MINUTE_S))
}

/** The message for a failure that belongs to no field of a form. */
export function failureSentence(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return strings.shell.unreachable
  if (error.status >= 500) return words.serverTrouble
  if (error.status !== 429) return detailOf(error, fallback)
  return error.retryAfterMs === null ? words.tooManySoon : words.tooMany(waitWords(error.retryAfterMs))
}
