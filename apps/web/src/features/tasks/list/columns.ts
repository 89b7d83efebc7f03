/** The columns of the board, and what moving a task into one of them means (docs/rules/tasks.md#states). Pure. */
import type { Task } from '@flockwork/contract/tasks'
import { STATUS_NAMES, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import { taskBoard as words } from '../../../strings/tasks.ts'
import { isIdea } from '../../task-refs/index.ts'
import type { TaskRights } from '../actions/rights.ts'

export type ColumnId =
  | 'available'
  | 'taken'
  | 'in_progress'
  | 'in_review'
  | 'blocked'
  | 'completed'
  | 'closed'

export interface Column {
  readonly id: ColumnId
  readonly name: string
  readonly statuses: readonly TaskStatus[]
  /** The status of a task moved into it; also the column's glyph. */
  readonly becomes: TaskStatus
}

export const COLUMNS: readonly Column[] = [
  { id: 'available', name: STATUS_NAMES.available, statuses: ['available'], becomes: 'available' },
  { id: 'taken', name: words.taken, statuses: ['claimed', 'assigned'], becomes: 'claimed' },
  { id: 'in_progress', name: STATUS_NAMES.in_progress, statuses: ['in_progress'], becomes: 'in_progress' },
  { id: 'in_review', name: STATUS_NAMES.in_review, statuses: ['in_review'], becomes: 'in_review' },
  { id: 'blocked', name: STATUS_NAMES.blocked, statuses: ['blocked'], becomes: 'blocked' },
  { id: 'completed', name: STATUS_NAMES.completed, statuses: ['completed'], becomes: 'completed' },
  { id: 'closed', name: words.closed, statuses: ['failed', 'expired', 'cancelled'], becomes: 'cancelled' },
]

export function columnOf({ status }: Pick<Task, 'status'>): Column {
  const column = COLUMNS.find(({ statuses }) => statuses.includes(status))
  if (column === undefined) throw new Error(`No column has ${status}`)
  return column
}

/** The column next to a task's own; null at the end. */
export function columnBeside(task: Pick<Task, 'status'>, step: 1 | -1): Column | null {
  return COLUMNS[COLUMNS.indexOf(columnOf(task)) + step] ?? null
}

/** The action that moves a task into a column: a claim, or a status; null if it isn't allowed. */
export type Move = { readonly kind: 'claim' } | { readonly kind: 'status'; readonly status: TaskStatus }

export function moveInto(column: Column, task: Task, rights: TaskRights): Move | null {
  if (column.id === columnOf(task).id) return null
  if (isIdea(task) && column.id !== 'closed') return null
  // taking an unclaimed task means claiming it
  if (column.id === 'taken' && task.claimed_by === null && rights.mayClaim) return { kind: 'claim' }
  return rights.mayChange ? { kind: 'status', status: column.becomes } : null
}

/** The task after the move, for the optimistic update. */
export function movedTask(task: Task, move: Move, column: Column, claimant: Task['claimed_by']): Task {
  if (move.kind === 'claim') return { ...task, status: column.becomes, claimed_by: claimant }
  if (column.id === 'available') return { ...task, status: column.becomes, claimed_by: null }
  return { ...task, status: column.becomes }
}
