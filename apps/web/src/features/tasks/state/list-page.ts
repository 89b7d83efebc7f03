/** A window of a task list after one task changed, as far as that is known without the server. Pure. */
import type { Task } from '@flockwork/contract/tasks'
import { readDisplayId } from '@flockwork/contract/tasks/display-id'
import { fitsFilter } from '@flockwork/contract/tasks/filter'
import { priorityRank } from '@flockwork/contract/tasks/priorities'
import type { ListQuery, TaskSort } from './list-query.ts'

export interface TaskPage {
  readonly tasks: Task[]
  /** Over all windows. */
  readonly total: number
  readonly limit: number
  readonly offset: number
}

export interface Viewpoint {
  /** For the filter `me`. */
  readonly handle: string
  readonly now: number
}

const number = ({ display_id }: Task) => readDisplayId(display_id) ?? 0

const ORDERS: Readonly<Record<TaskSort, (a: Task, b: Task) => number>> = {
  newest: (a, b) => number(b) - number(a),
  oldest: (a, b) => number(a) - number(b),
  updated: (a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at) || number(b) - number(a),
  priority: (a, b) => priorityRank(a.priority) - priorityRank(b.priority) || number(b) - number(a),
}

/** Whether `task` is older than the known one: events and responses may arrive out of order. */
export function isOutdated(task: Task, known: Task): boolean {
  return task.version < known.version
}

/**
 * The window with the current `task`: in its place, or removed if the filter no longer matches. Only the server knows
 * what a search finds, so there a task only changes in place.
 */
export function withTask(page: TaskPage, query: ListQuery, task: Task, viewpoint: Viewpoint): TaskPage {
  const known = page.tasks.find(({ id }) => id === task.id)
  if (known && isOutdated(task, known)) return page
  if (!fits(task, query, viewpoint)) return withoutTask(page, task.id)
  if (query.search !== null) return known ? { ...page, tasks: replaced(page.tasks, task) } : page

  const rest = page.tasks.filter(({ id }) => id !== task.id)
  const isWhole = page.offset === 0 && page.tasks.length >= page.total
  const total = known || !isWhole ? page.total : page.total + 1
  const later = rest.findIndex((other) => ORDERS[query.sort](task, other) < 0)
  const at = later === -1 ? rest.length : later
  // its place may be in the previous or next window
  const isBefore = at === 0 && page.offset > 0 && known === undefined
  const isAfter = at === rest.length && !isWhole && known === undefined
  if (isBefore || isAfter) return page
  return { ...page, total, tasks: rest.toSpliced(at, 0, task).slice(0, page.limit) }
}

/** The results of `query`, filtered from the unfiltered list; null if only the server knows them. */
export function foundIn(whole: TaskPage, query: ListQuery, viewpoint: Viewpoint): TaskPage | null {
  const isWhole = whole.offset === 0 && whole.tasks.length >= whole.total
  if (!isWhole || query.search !== null) return null
  const found = whole.tasks.filter((task) => fits(task, query, viewpoint)).toSorted(ORDERS[query.sort])
  const { offset, limit } = query
  return { tasks: found.slice(offset, offset + limit), total: found.length, offset, limit }
}

function fits(task: Task, query: ListQuery, { handle, now }: Viewpoint): boolean {
  const assignedTo = query.assignedTo === 'me' ? handle : query.assignedTo
  return fitsFilter(task, { ...query, assignedTo }, now)
}

export function withoutTask(page: TaskPage, id: string): TaskPage {
  const tasks = page.tasks.filter((task) => task.id !== id)
  return tasks.length === page.tasks.length ? page : { ...page, tasks, total: page.total - 1 }
}

function replaced(tasks: readonly Task[], task: Task): Task[] {
  return tasks.map((one) => (one.id === task.id ? task : one))
}
