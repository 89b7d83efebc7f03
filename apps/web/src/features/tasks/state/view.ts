/** Which tasks are shown and how: a view and its shareable URL. Pure. */
import { HANDLE_MAX_CHARS, TASK_SEARCH_MAX_CHARS } from '@flockwork/contract/limits'
import { TASK_SKILL_MAX_CHARS } from '@flockwork/contract/limits'
import { TASK_GROUPS, type TaskGroup } from '@flockwork/contract/tasks/filter'
import { TASK_PRIORITIES, type TaskPriority } from '@flockwork/contract/tasks/priorities'
import { TASK_STATUSES, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import { TASK_SORTS, type TaskQuery, type TaskSort } from './list-query.ts'

/** The raw URL parameters of `/tasks`. */
export interface TaskParams {
  /** The task that is open over the page. */
  task?: string
  /** The view's space: whoever opens the URL may have another current space. */
  space?: string
  /** Comma-separated, as `priority`. */
  status?: string
  priority?: string
  /** A handle, `me`, or `none`. */
  assigned_to?: string
  skill?: string
  q?: string
  group?: string
  sort?: string
  view?: string
  page?: number
  size?: number
}

export const PAGE_SIZES = [25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

export interface TaskFilters {
  readonly status: readonly TaskStatus[]
  readonly priority: readonly TaskPriority[]
  readonly assignedTo: string | null
  readonly skill: string | null
  readonly search: string
  /** The group of a count. */
  readonly group: TaskGroup | null
}

export interface TaskView extends TaskFilters {
  readonly sort: TaskSort
  readonly isBoard: boolean
  /** From 1 on. */
  readonly page: number
  readonly size: PageSize
}

export const NO_FILTERS: TaskFilters = {
  status: [],
  priority: [],
  assignedTo: null,
  skill: null,
  search: '',
  group: null,
}

/** Parses a URL; invalid values are dropped. */
export function viewOf(params: TaskParams): TaskView {
  const { page, size } = params
  return {
    status: listed(TASK_STATUSES, params.status),
    priority: listed(TASK_PRIORITIES, params.priority),
    assignedTo: textOf(params.assigned_to, HANDLE_MAX_CHARS)?.toLowerCase() ?? null,
    skill: textOf(params.skill, TASK_SKILL_MAX_CHARS),
    search: textOf(params.q, TASK_SEARCH_MAX_CHARS) ?? '',
    group: oneOf(TASK_GROUPS, params.group) ?? null,
    sort: oneOf(TASK_SORTS, params.sort) ?? 'newest',
    isBoard: params.view === 'board',
    page: page !== undefined && Number.isSafeInteger(page) && page >= 1 ? page : 1,
    size: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
  }
}

/** The shortest URL of a view; empty for the default one. */
export function paramsOf(view: TaskView, spaceId: string | null): TaskParams {
  const { status, priority, assignedTo, skill, search, group, sort, isBoard, page, size } = view
  const params: TaskParams = {
    ...(status.length > 0 && { status: status.join(',') }),
    ...(priority.length > 0 && { priority: priority.join(',') }),
    ...(assignedTo !== null && { assigned_to: assignedTo }),
    ...(skill !== null && { skill }),
    ...(search !== '' && { q: search }),
    ...(group !== null && { group }),
    ...(sort !== 'newest' && { sort }),
    ...(isBoard && { view: 'board' }),
    ...(page !== 1 && { page }),
    ...(size !== PAGE_SIZES[0] && { size }),
  }
  const isPlain = Object.keys(params).length === 0
  return isPlain || spaceId === null ? params : { space: spaceId, ...params }
}

/** The view as a query to the server; the caller chooses the window. */
export function listQueryOf(view: TaskView): Omit<TaskQuery, 'offset' | 'limit'> {
  const { status, priority, assignedTo, skill, search, group, sort } = view
  return {
    status,
    priority,
    sort,
    ...(assignedTo !== null && { assignedTo }),
    ...(skill !== null && { skill }),
    ...(search !== '' && { search }),
    ...(group !== null && { group }),
  }
}

/** The number of active filters, each value of a list counted; the search and the group are visible without a count. */
export function countFilters({ status, priority, assignedTo, skill }: TaskFilters): number {
  return status.length + priority.length + (assignedTo === null ? 0 : 1) + (skill === null ? 0 : 1)
}

export function isFiltered(filters: TaskFilters): boolean {
  return countFilters(filters) > 0 || filters.search !== '' || filters.group !== null
}

function listed<T extends string>(known: readonly T[], text: string | undefined): T[] {
  const words = new Set((text ?? '').split(',').map((word) => word.trim()))
  return known.filter((one) => words.has(one))
}

function oneOf<T extends string>(known: readonly T[], text: string | undefined): T | undefined {
  return known.find((one) => one === text)
}

function textOf(text: string | undefined, maxChars: number): string | null {
  const trimmed = (text ?? '').trim().slice(0, maxChars)
  return trimmed === '' ? null : trimmed
}
