/** Which tasks need attention, and why (docs/rules/tasks.md#attention). Pure. */
import {
  TASK_ATTENTION_STALE_MAX,
  TASK_IDLE_MS,
  TASK_SLA_HOURS,
  TASK_STALE_MS,
  TASK_WAITING_MS,
} from '../limits.ts'
import { isHighPriority, priorityRank, type TaskPriority } from './priorities.ts'
import { isOpen, type TaskStatus } from './statuses.ts'

const HOUR_MS = 60 * 60 * 1000

/** The inputs of these rules. Times as in the contract. */
export interface TaskFacts {
  readonly id: string
  readonly priority: TaskPriority
  readonly status: TaskStatus
  readonly status_extended: 'idea' | 'ready' | null
  readonly created_at: string
  readonly assigned_at: string | null
  readonly claimed_at: string | null
  readonly assigned_agent: object | null
  readonly assigned_user: object | null
  readonly claimed_by: object | null
}

/** Milliseconds since its creation; never negative, even if the clock is wrong. */
export function ageOf({ created_at }: Pick<TaskFacts, 'created_at'>, now: number): number {
  return Math.max(0, now - Date.parse(created_at))
}

/** When a task is due, in milliseconds since 1970. */
export function dueBy({ created_at, priority }: Pick<TaskFacts, 'created_at' | 'priority'>): number {
  return Date.parse(created_at) + TASK_SLA_HOURS[priority] * HOUR_MS
}

/** Approved work that isn't done, so not an idea. */
function isWaiting({ status, status_extended }: Pick<TaskFacts, 'status' | 'status_extended'>): boolean {
  return isOpen(status) && status_extended !== 'idea'
}

/** How long the task has been overdue, in milliseconds; 0 when it isn't. */
export function overdueBy(task: TaskFacts, now: number): number {
  return isWaiting(task) ? Math.max(0, ageOf(task, now) - TASK_SLA_HOURS[task.priority] * HOUR_MS) : 0
}

export function isStale(task: TaskFacts, now: number): boolean {
  return isWaiting(task) && ageOf(task, now) > TASK_STALE_MS
}

/** High or critical, not done, and without a worker. */
export function isUrgentAndUnassigned(task: TaskFacts): boolean {
  return isWaiting(task) && isHighPriority(task.priority) && !hasWorker(task)
}

export function hasWorker(task: Pick<TaskFacts, 'assigned_agent' | 'assigned_user' | 'claimed_by'>): boolean {
  return task.assigned_agent !== null || task.assigned_user !== null || task.claimed_by !== null
}

/** Assigned but not started, though nothing blocks it; an idea still waits for its approval. */
export function isIdle(
  { status, status_extended, assigned_at }: Pick<TaskFacts, 'status' | 'status_extended' | 'assigned_at'>,
  now: number,
): boolean {
  if (assigned_at === null || status_extended === 'idea') return false
  if (status !== 'available' && status !== 'assigned') return false
  return now - Date.parse(assigned_at) > TASK_IDLE_MS
}

/** Stale in its worker's workload, which is sooner than on the board. */
export function isKeptWaiting(task: TaskFacts, now: number): boolean {
  return isWaiting(task) && ageOf(task, now) > TASK_WAITING_MS
}

export const ATTENTION_REASONS = ['blocked', 'overdue', 'urgent', 'stale'] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

export const ATTENTION_NAMES: Readonly<Record<AttentionReason, string>> = {
  blocked: 'Blocked',
  overdue: 'Overdue',
  urgent: 'Urgent & Unassigned',
  stale: 'Stale',
}

const URGENCY: Readonly<Record<AttentionReason, number>> = { blocked: 4, overdue: 3, urgent: 2, stale: 1 }

/** The most urgent reason why a task needs attention; null when it needs none. */
export function attentionReason(task: TaskFacts, now: number): AttentionReason | null {
  if (task.status === 'blocked') return 'blocked'
  if (overdueBy(task, now) > 0) return 'overdue'
  if (isUrgentAndUnassigned(task)) return 'urgent'
  return isStale(task, now) ? 'stale' : null
}

/**
 * The tasks that need attention, each once, sorted by the urgency of the reason, then by priority, then oldest first.
 * Of those that are only stale at most two, so that a neglected board doesn't hide what is urgent.
 */
export function needingAttention<T extends TaskFacts>(
  tasks: readonly T[],
  now: number,
): { readonly task: T; readonly reason: AttentionReason }[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const found = [...byId.values()].flatMap((task) => {
    const reason = attentionReason(task, now)
    return reason === null ? [] : [{ task, reason }]
  })
  const ordered = found.toSorted(
    (a, b) =>
      URGENCY[b.reason] - URGENCY[a.reason] ||
      priorityRank(a.task.priority) - priorityRank(b.task.priority) ||
      Date.parse(a.task.created_at) - Date.parse(b.task.created_at) ||
      (a.task.id < b.task.id ? -1 : 1),
  )
  const stale = ordered.filter(({ reason }) => reason === 'stale')
  const shown = new Set(stale.slice(0, TASK_ATTENTION_STALE_MAX))
  return ordered.filter((one) => one.reason !== 'stale' || shown.has(one))
}
