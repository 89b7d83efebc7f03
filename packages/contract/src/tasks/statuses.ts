/**
 * The states of a task, their names in other trackers, and the edit dialog's choices (docs/rules/tasks.md#states).
 * Pure.
 */

export const TASK_STATUSES = [
  'available',
  'claimed',
  'assigned',
  'in_progress',
  'in_review',
  'blocked',
  'completed',
  'failed',
  'expired',
  'cancelled',
] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** The final states. */
export const CLOSED_STATUSES = [
  'completed',
  'failed',
  'expired',
  'cancelled',
] as const satisfies readonly TaskStatus[]
export const OPEN_STATUSES = [
  'available',
  'claimed',
  'assigned',
  'in_progress',
  'in_review',
  'blocked',
] as const satisfies readonly TaskStatus[]

const CLOSED: ReadonlySet<TaskStatus> = new Set(CLOSED_STATUSES)

export function isOpen(status: TaskStatus): boolean {
  return !CLOSED.has(status)
}

/** Words of other trackers, with `_` as the separator. */
const ALIASES: Readonly<Record<string, TaskStatus>> = {
  open: 'available',
  new: 'available',
  todo: 'available',
  to_do: 'available',
  backlog: 'available',
  ready: 'available',
  pending: 'available',
  unstarted: 'available',
  not_started: 'available',
  notstarted: 'available',
  submitted: 'available',
  queued: 'available',
  planned: 'available',
  triage: 'available',
  unassigned: 'available',
  reopened: 'available',
  taken: 'claimed',
  accepted: 'claimed',
  active: 'in_progress',
  doing: 'in_progress',
  wip: 'in_progress',
  started: 'in_progress',
  working: 'in_progress',
  inprogress: 'in_progress',
  ongoing: 'in_progress',
  running: 'in_progress',
  review: 'in_review',
  reviewing: 'in_review',
  inreview: 'in_review',
  code_review: 'in_review',
  testing: 'in_review',
  qa: 'in_review',
  stuck: 'blocked',
  on_hold: 'blocked',
  waiting: 'blocked',
  paused: 'blocked',
  input_required: 'blocked',
  auth_required: 'blocked',
  done: 'completed',
  complete: 'completed',
  closed: 'completed',
  resolved: 'completed',
  finished: 'completed',
  fixed: 'completed',
  success: 'completed',
  succeeded: 'completed',
  error: 'failed',
  failure: 'failed',
  overdue: 'expired',
  timed_out: 'expired',
  canceled: 'cancelled',
  aborted: 'cancelled',
  abandoned: 'cancelled',
  dropped: 'cancelled',
  rejected: 'cancelled',
  wontfix: 'cancelled',
  wont_fix: 'cancelled',
  wont_do: 'cancelled',
  not_planned: 'cancelled',
  duplicate: 'cancelled',
}

const STATUSES: ReadonlySet<string> = new Set(TASK_STATUSES)

/** The status for a word of ours or of another tracker, in any case and spelling; null if unknown. */
export function readStatus(word: string): TaskStatus | null {
  const name = normaliseWord(word)
  if (STATUSES.has(name)) return name as TaskStatus
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : null
}

/** Longer words are rejected unseen. */
const WORD_MAX_CHARS = 40

export function normaliseWord(word: string): string {
  if (word.length > WORD_MAX_CHARS) return ''
  return word
    .trim()
    .toLowerCase()
    .replaceAll(/['\u2019]/g, '')
    .replaceAll(/[\s_-]+/g, '_')
}

export const STATUS_NAMES: Readonly<Record<TaskStatus, string>> = {
  available: 'Available',
  claimed: 'Claimed',
  assigned: 'Assigned',
  in_progress: 'In progress',
  in_review: 'In review',
  blocked: 'Blocked',
  completed: 'Completed',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** The choices of the edit dialog. */
export const EDITABLE_STATUSES = [
  'available',
  'claimed',
  'in_progress',
  'completed',
  'blocked',
  'failed',
] as const satisfies readonly TaskStatus[]
export type EditableStatus = (typeof EDITABLE_STATUSES)[number]

export const OUTCOMES = ['blocked', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface SentStatus {
  readonly status: 'open' | 'assigned' | 'in_progress' | 'completed' | 'cancelled'
  /** The actual outcome behind `cancelled`. */
  readonly outcome?: Outcome
}

const SENT: Readonly<Record<EditableStatus, SentStatus>> = {
  available: { status: 'open' },
  claimed: { status: 'assigned' },
  in_progress: { status: 'in_progress' },
  completed: { status: 'completed' },
  blocked: { status: 'cancelled', outcome: 'blocked' },
  failed: { status: 'cancelled', outcome: 'failed' },
}

/** What the edit dialog sends for a choice. */
export function sentStatus(choice: EditableStatus): SentStatus {
  return SENT[choice]
}

/** The status to store: an outcome refines `cancelled`, and is ignored otherwise. */
export function storedStatus(status: TaskStatus, outcome: Outcome | null | undefined): TaskStatus {
  return status === 'cancelled' ? (outcome ?? status) : status
}
