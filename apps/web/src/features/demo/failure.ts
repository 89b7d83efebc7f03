import { ApiError, detailOf } from '../../api/api-error.ts'

/** An error message with the status and the server's text. */
export function failureText(what: string, error: unknown): string {
  if (!(error instanceof ApiError)) return what
  const detail = detailOf(error, '')
  return detail === '' ? `${what} (${error.status})` : `${what} (${error.status}): ${detail}`
}
