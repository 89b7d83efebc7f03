import { ApiError, fieldErrorsOf } from '../../api/api-error.ts'
import { resetPage as words } from '../../strings/outside-pages.ts'
import { failureSentence } from './failure.ts'
import type { FormFailure } from './sign-in-options.ts'

const LINK_REFUSED = [401, 404, 410]

/** Whether the server refused the link itself: it is unknown, used or over an hour old. */
export function isLinkRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return LINK_REFUSED.includes(error.status) || 'token' in fieldErrorsOf(error)
}

/** Every other failure: the password stays in its field. */
export function resetFailureOf(error: unknown): FormFailure {
  const { password } = fieldErrorsOf(error)
  return password ? { fields: { password } } : { message: failureSentence(error, words.failed) }
}
