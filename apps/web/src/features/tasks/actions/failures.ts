/** The error messages for refused changes of a task. Pure. */
import { ApiError, AuthUnavailable, detailOf, violationOf } from '../../../api/api-error.ts'
import { taskActions as words } from '../../../strings/task-actions.ts'
import { ChangedMeanwhile } from './fresh-version.ts'

/** The guardrails' title, message and suggestion in one text; null for any other failure. */
export function violationText(error: unknown): string | null {
  const violation = violationOf(error)
  if (violation === null) return null
  const { title, message, suggestion } = violation
  return `${title}: ${message} ${suggestion}`.trim()
}

export function statusOf(error: unknown): number | null {
  if (error instanceof AuthUnavailable) return 401
  return error instanceof ApiError ? error.status : null
}

export function editFailure(error: unknown): string {
  if (error instanceof ChangedMeanwhile) return error.message
  const status = statusOf(error)
  if (status === 401) return words.signInAgain
  if (status === 404) return words.editNotFound
  if (status === 403) return words.editForbidden
  return violationText(error) ?? detailOf(error, words.editFailed(status ?? words.noAnswer))
}

/** The task exists, but its new assignee may have left. */
export function assignFailure(error: unknown): string {
  return statusOf(error) === 404 ? detailOf(error, words.editNotFound) : editFailure(error)
}

export function statusFailure(error: unknown): string {
  const status = statusOf(error)
  if (status === 404) return words.statusNotFound
  if (status === 403) return words.statusForbidden
  return editFailure(error)
}

/** Refusals that describe an invalid request use the server's text. */
const SAID_BY_SERVER: readonly (number | null)[] = [403, 404, 409, 422, 429, 503]

export function createFailure(error: unknown): string {
  const status = statusOf(error)
  if (status === 401) return words.signInAgain
  const fallback = words.createFailed
  return violationText(error) ?? (SAID_BY_SERVER.includes(status) ? detailOf(error, fallback) : fallback)
}

/** For actions without their own message: the server's text, such as who has claimed the task. */
export function actFailure(error: unknown): string {
  return statusOf(error) === 401 ? words.signInAgain : detailOf(error, words.tryAgain)
}
