import type { Task } from '@flockwork/contract/tasks'
import { STATUS_NAMES } from '@flockwork/contract/tasks/statuses'
import { taskList as words } from '../../../strings/tasks.ts'
import { MenuItem, MenuLabel } from '../../../ui/menu.tsx'
import { StatusGlyph } from '../../task-refs/index.ts'
import type { TaskRights } from '../actions/rights.ts'
import { COLUMNS, columnBeside, moveInto, type Column, type Move } from './columns.ts'

interface Props {
  task: Task
  rights: TaskRights
  onMove: (move: Move, column: Column) => void
  /** The shortcuts for the same moves, if any. */
  hasKeys?: boolean
}

/** The menu items of the columns that a task may move to; null for none. */
export function moveItems({ task, rights, onMove, hasKeys = false }: Props) {
  const targets = COLUMNS.flatMap((column) => {
    const move = moveInto(column, task, rights)
    return move ? [{ column, move }] : []
  })
  if (targets.length === 0) return null
  const next = columnBeside(task, 1)
  const previous = columnBeside(task, -1)
  return (
    <>
      <MenuLabel>{words.moveTo}</MenuLabel>
      {targets.map(({ column, move }) => {
        const arrow = column === next ? '→' : column === previous ? '←' : null
        return (
          <MenuItem
            key={column.id}
            icon={<StatusGlyph status={column.becomes} />}
            aside={hasKeys && arrow !== null && words.shiftAnd(arrow)}
            onSelect={() => onMove(move, column)}
          >
            {STATUS_NAMES[column.becomes]}
          </MenuItem>
        )
      })}
    </>
  )
}
