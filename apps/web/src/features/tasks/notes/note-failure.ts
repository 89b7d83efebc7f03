import { ApiError, detailOf } from '../../../api/api-error.ts'
import { taskNotes as words } from '../../../strings/task-notes.ts'
import { violationText } from '../actions/failures.ts'

/** The error message for a refused note. Pure. */
export function noteFailure(error: unknown): string {
  const isBlocked = error instanceof ApiError && error.status === 400
  return violationText(error) ?? detailOf(error, isBlocked ? words.blocked : words.failed)
}
