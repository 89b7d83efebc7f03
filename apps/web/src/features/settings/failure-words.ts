/** The error messages for refused account changes, in one place for every form. */
import { ApiError, detailOf } from '../../api/api-error.ts'
import { settings as words } from '../../strings/settings.ts'
import { strings } from '../../strings.ts'

const MINUTE_MS = 60_000

/** The message for a refused change, or the server's own; `fallback` if it sent none. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return strings.shell.unreachable
  return error.status === 429 ? words.tooMany(waitText(error.retryAfterMs)) : detailOf(error, fallback)
}

/** "in 14 min"; a wait under a minute reads as one minute, so that nobody retries too early. */
export function waitText(waitMs: number | null): string {
  return waitMs === null ? words.later : words.inMinutes(Math.max(1, Math.ceil(waitMs / MINUTE_MS)))
}
