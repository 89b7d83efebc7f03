/** The query of a task list, and its name in the cache. Pure. */
import type { TaskGroup } from '@flockwork/contract/tasks/filter'
import type { TaskPriority } from '@flockwork/contract/tasks/priorities'
import type { TaskStatus } from '@flockwork/contract/tasks/statuses'

export const TASK_SORTS = ['newest', 'oldest', 'updated', 'priority'] as const
export type TaskSort = (typeof TASK_SORTS)[number]

export interface TaskQuery {
  /** Any of these; empty: all. */
  readonly status?: readonly TaskStatus[]
  readonly priority?: readonly TaskPriority[]
  /** A handle, `me`, or `none`. */
  readonly assignedTo?: string
  readonly skill?: string
  readonly search?: string
  readonly group?: TaskGroup
  /** Newest first by default. */
  readonly sort?: TaskSort
  readonly offset?: number
  readonly limit: number
}

/** Equal for equivalent queries. */
export function listName(query: TaskQuery): string {
  const whole: ListQuery = {
    status: (query.status ?? []).toSorted(),
    priority: (query.priority ?? []).toSorted(),
    assignedTo: query.assignedTo ?? null,
    skill: query.skill ?? null,
    search: query.search ?? null,
    group: query.group ?? null,
    sort: query.sort ?? 'newest',
    offset: query.offset ?? 0,
    limit: query.limit,
  }
  return JSON.stringify(whole)
}

/** Fills in the defaults of a query. */
export interface ListQuery {
  readonly status: readonly TaskStatus[]
  readonly priority: readonly TaskPriority[]
  readonly assignedTo: string | null
  readonly skill: string | null
  readonly search: string | null
  readonly group: TaskGroup | null
  readonly sort: TaskSort
  readonly offset: number
  readonly limit: number
}

/** The query of a name from `listName`. */
export function parseListName(name: string): ListQuery {
  return JSON.parse(name) as ListQuery
}
