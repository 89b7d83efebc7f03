import { ApiError, detailOf } from '../../api/api-error.ts'

/** What failed, with the status and the server's own words about it. */
export function failureText(what: string, error: unknown): string {
  if (!(error instanceof ApiError)) return what
  const detail = detailOf(error, '')
  return detail === '' ? `${what} (${error.status})` : `${what} (${error.status}): ${detail}`
}
