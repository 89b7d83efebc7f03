/** What to say when the server refuses a change of the account, in one place for every form. */
import { ApiError, detailOf, fieldErrorsOf } from '../../api/api-error.ts'
import { settings as words } from '../../strings/settings.ts'
import { strings } from '../../strings.ts'

const MINUTE_MS = 60_000

export interface Failure<Field extends string = never> {
  /** Under the fields they belong to. */
  readonly fields: Partial<Record<Field, string>>
  /** About the whole form; null when the fields say it all. */
  readonly message: string | null
}

export const NO_FAILURE = { fields: {}, message: null } as const satisfies Failure

/**
 * The server's words about `error`, each at its field: `wireNames` says which field of the form a field of
 * the call is. Other errors are shown above the button.
 */
export function failureOf<Field extends string = never>(
  error: unknown,
  { wireNames, fallback }: { wireNames: Readonly<Record<string, Field>>; fallback: string },
): Failure<Field> {
  if (!(error instanceof ApiError)) return { fields: {}, message: strings.shell.unreachable }
  if (error.status === 429) return { fields: {}, message: words.tooMany(waitText(error.retryAfterMs)) }

  const named = Object.entries(fieldErrorsOf(error)).flatMap(([name, text]) =>
    Object.hasOwn(wireNames, name) ? [[wireNames[name], text] as const] : [],
  )
  if (named.length === 0) return { fields: {}, message: detailOf(error, fallback) }
  // names of this form only
  return { fields: Object.fromEntries(named) as Failure<Field>['fields'], message: null }
}

/** "in 14 min"; a wait under a minute is said as one minute, so that nobody comes too early. */
export function waitText(waitMs: number | null): string {
  return waitMs === null ? words.later : words.inMinutes(Math.max(1, Math.ceil(waitMs / MINUTE_MS)))
}
