/** The columns of a view and their counts. Pure. */
import type { TaskOverview } from '@flockwork/contract/tasks'
import type { TaskStatus } from '@flockwork/contract/tasks/statuses'
import type { Column } from '../list/columns.ts'
import { isFiltered, type TaskView } from '../state/view.ts'

/** A filter by status shows only the columns of those statuses. */
export function isShown(column: Column, view: TaskView): boolean {
  return view.status.length === 0 || statusesIn(column, view).length > 0
}

/** The column's statuses that the view includes. */
export function statusesIn({ statuses }: Column, { status }: TaskView): readonly TaskStatus[] {
  return status.length === 0 ? statuses : statuses.filter((one) => status.includes(one))
}

/** Over all tasks of the space; null if a filter is on. */
export function countInColumn(
  { statuses }: Column,
  view: TaskView,
  byStatus: TaskOverview['by_status'] | undefined,
): number | null {
  if (byStatus === undefined || isFiltered(view)) return null
  return statuses.reduce((sum, status) => sum + byStatus[status], 0)
}
