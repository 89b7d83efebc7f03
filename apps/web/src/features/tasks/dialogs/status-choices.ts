/** The six statuses that a task's sheet offers, of all that a task can have (docs/rules/tasks.md#states). Pure. */
import {
  EDITABLE_STATUSES,
  readStatus,
  sentStatus,
  STATUS_NAMES,
  storedStatus,
  type SentStatus,
  type TaskStatus,
} from '@flockwork/contract/tasks/statuses'

/** The status to send for a choice; null for one that isn't offered. */
export function sentFor(status: TaskStatus): SentStatus | null {
  const choice = EDITABLE_STATUSES.find((one) => one === status)
  return choice === undefined ? null : sentStatus(choice)
}

/** The status that the server returns for a choice. */
export function shownAs(choice: TaskStatus): TaskStatus {
  const sent = sentFor(choice)
  return sent === null ? choice : storedStatus(readStatus(sent.status) ?? choice, sent.outcome)
}

export interface StatusChoice {
  readonly value: TaskStatus
  readonly label: string
}

/** The choices for a task with the status `current`, which is included. */
export function statusChoices(current: TaskStatus): StatusChoice[] {
  const choices = EDITABLE_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))
  const isOffered = choices.some(({ value }) => value === current)
  return isOffered ? choices : [{ value: current, label: STATUS_NAMES[current] }, ...choices]
}

export interface StatusHint {
  /** The word that is sent. */
  readonly sent: string
  /** The label of the resulting status. */
  readonly shown: string
}

/** Null if the status is stored as chosen. */
export function statusHint(choice: TaskStatus): StatusHint | null {
  const sent = sentFor(choice)
  if (sent === null || readStatus(sent.status) === choice) return null
  return { sent: sent.status, shown: STATUS_NAMES[shownAs(choice)] }
}
