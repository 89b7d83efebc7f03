/** The six statuses that the sheet of a task offers, over all that a task can have (docs/rules/tasks.md#states). Pure. */
import {
  EDITABLE_STATUSES,
  readStatus,
  sentStatus,
  STATUS_NAMES,
  storedStatus,
  type SentStatus,
  type TaskStatus,
} from '@flockwork/contract/tasks/statuses'

/** What is sent for a status that was chosen; null for one that isn't offered. */
export function sentFor(status: TaskStatus): SentStatus | null {
  const choice = EDITABLE_STATUSES.find((one) => one === status)
  return choice === undefined ? null : sentStatus(choice)
}

/** What a choice comes back as. */
export function shownAs(choice: TaskStatus): TaskStatus {
  const sent = sentFor(choice)
  return sent === null ? choice : storedStatus(readStatus(sent.status) ?? choice, sent.outcome)
}

export interface StatusChoice {
  readonly value: TaskStatus
  readonly label: string
}

/** The choices for a task with the status `current`, which is one of them. */
export function statusChoices(current: TaskStatus): StatusChoice[] {
  const choices = EDITABLE_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))
  const isOffered = choices.some(({ value }) => value === current)
  return isOffered ? choices : [{ value: current, label: STATUS_NAMES[current] }, ...choices]
}

export interface StatusHint {
  /** The word that is sent. */
  readonly sent: string
  /** The name of what is shown afterwards. */
  readonly shown: string
}

/** Null where the choice is sent as what it says. */
export function statusHint(choice: TaskStatus): StatusHint | null {
  const sent = sentFor(choice)
  if (sent === null || readStatus(sent.status) === choice) return null
  return { sent: sent.status, shown: STATUS_NAMES[shownAs(choice)] }
}
