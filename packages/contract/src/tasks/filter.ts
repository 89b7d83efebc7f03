/** The filters of the task list, applied by the server, and by the web app to update its lists between reads. Pure. */
import { TASK_SEARCH_MAX_CHARS } from '../limits.ts'
import { overdueBy, isStale, isUrgentAndUnassigned, type TaskFacts } from './attention.ts'
import { isHighPriority, type TaskPriority } from './priorities.ts'
import { isOpen, type TaskStatus } from './statuses.ts'

/** The tiles above the list; each filters by the tasks that it counts. */
export const TASK_GROUPS = ['open', 'completed', 'high_priority', 'stale', 'attention'] as const
export type TaskGroup = (typeof TASK_GROUPS)[number]

/** Truncates a search to the maximum of a call: further words would only narrow the result. */
export function cutSearch(text: string): string {
  return text.slice(0, TASK_SEARCH_MAX_CHARS).toWellFormed()
}

export interface TaskFilter {
  readonly status: readonly TaskStatus[]
  readonly priority: readonly TaskPriority[]
  /** A handle, or `none`. */
  readonly assignedTo: string | null
  readonly skill: string | null
  readonly group: TaskGroup | null
}

export interface FilteredTask extends TaskFacts {
  readonly assigned_agent: { readonly name: string } | null
  readonly assigned_user: { readonly username: string } | null
  readonly claimed_by: { readonly username: string } | null
  readonly requirements: { readonly skills: readonly string[] }
}

/** The handle of the task's worker: its claimant, else its assignee; null for none. */
export function workerOf(
  task: Pick<FilteredTask, 'claimed_by' | 'assigned_agent' | 'assigned_user'>,
): string | null {
  return task.claimed_by?.username ?? task.assigned_agent?.name ?? task.assigned_user?.username ?? null
}

/** Stale tasks beyond the two that are listed are in the group, too, because it is a filter, not a count. */
export function isInGroup(task: TaskFacts, group: TaskGroup, now: number): boolean {
  switch (group) {
    case 'open':
      return isOpen(task.status)
    case 'completed':
      return task.status === 'completed'
    case 'high_priority':
      return isOpen(task.status) && isHighPriority(task.priority)
    case 'stale':
      return isStale(task, now)
    case 'attention':
      return (
        task.status === 'blocked' ||
        overdueBy(task, now) > 0 ||
        isUrgentAndUnassigned(task) ||
        isStale(task, now)
      )
  }
}

export function fitsFilter(task: FilteredTask, filter: TaskFilter, now: number): boolean {
  const { status, priority, assignedTo, skill, group } = filter
  const worker = workerOf(task)
  return (
    (status.length === 0 || status.includes(task.status)) &&
    (priority.length === 0 || priority.includes(task.priority)) &&
    (assignedTo === null || (assignedTo === 'none' ? worker === null : hasAs(task, assignedTo))) &&
    (skill === null || task.requirements.skills.some((one) => one.toLowerCase() === skill.toLowerCase())) &&
    (group === null || isInGroup(task, group, now))
  )
}

function hasAs({ claimed_by, assigned_agent, assigned_user }: FilteredTask, handle: string): boolean {
  return [claimed_by?.username, assigned_agent?.name, assigned_user?.username].includes(handle)
}
