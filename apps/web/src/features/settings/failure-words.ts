/** What to say when the server refuses a change of the account, in one place for every form. */
import { ApiError, detailOf } from '../../api/api-error.ts'
import { settings as words } from '../../strings/settings.ts'
import { strings } from '../../strings.ts'

const MINUTE_MS = 60_000

/** The words for a refused change, or the server's own ones; `fallback` where it has none. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return strings.shell.unreachable
  return error.status === 429 ? words.tooMany(waitText(error.retryAfterMs)) : detailOf(error, fallback)
}

/** "in 14 min"; a wait under a minute is said as one minute, so that nobody comes too early. */
export function waitText(waitMs: number | null): string {
  return waitMs === null ? words.later : words.inMinutes(Math.max(1, Math.ceil(waitMs / MINUTE_MS)))
}
