import type { Task, TaskOverview } from '@flockwork/contract/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskBoard as words } from '../../../strings/tasks.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { isIdea } from '../../task-refs/index.ts'
import { rightsOf, useTaskViewer } from '../actions/rights.ts'
import { COLUMNS, columnBeside, moveInto, movedTask, type Column, type Move } from '../list/columns.ts'
import { cachedTask } from '../state/cached-tasks.ts'
import { useTaskCache } from '../state/use-task-cache.ts'
import { countInColumn, isShown } from './shown-columns.ts'
import { BoardColumn } from './board-column.tsx'
import { moveFocus } from './move-focus.ts'
import { MoveRunner } from './move-runner.tsx'
import { useDrag } from './use-drag.ts'
import type { TaskView } from '../state/view.ts'

interface Props {
  view: TaskView
  byStatus: TaskOverview['by_status'] | undefined
  onOpen: (id: string) => void
  onChange: (change: Partial<TaskView>) => void
}

/** An optimistic move, not yet confirmed. */
interface Moving {
  readonly key: number
  /** The task before the move. */
  readonly task: Task
  readonly move: Move
}

/** The tasks by status. Cards move by drag and drop, by their menu, or by Shift and an arrow key. */
export function Board({ view, byStatus, onOpen, onChange }: Props) {
  const { profile, spaceId } = useSignedIn()
  const viewer = useTaskViewer()
  const queryClient = useQueryClient()
  const cache = useTaskCache()
  const toast = useToast()
  const board = useRef<HTMLDivElement>(null)
  const focused = useRef<string | null>(null)
  const made = useRef(0)
  const [moving, setMoving] = useState<readonly Moving[]>([])
  const hintId = useId()
  const { id, username } = profile

  const begin = useCallback(
    (task: Task, move: Move, column: Column) => {
      made.current += 1
      const one: Moving = { key: made.current, task, move }
      focused.current = task.id
      cache.replace(movedTask(task, move, column, { id, username, type: 'user' }))
      setMoving((before) => [...before, one])
    },
    [cache, id, username],
  )

  function moveTo(task: Task, column: Column) {
    const move = moveInto(column, task, rightsOf(viewer, task))
    if (move) return begin(task, move, column)
    if (column.statuses.includes(task.status)) return
    const description = isIdea(task) ? words.ideaStays : words.mayNot
    toast({ title: words.notMoved(task.display_id), description, tone: 'bad' })
  }

  const { drag, grab } = useDrag({
    board,
    onDrop(task, columnId) {
      const column = COLUMNS.find((one) => one.id === columnId)
      if (column) moveTo(task, column)
    },
  })

  function press(event: KeyboardEvent<HTMLElement>) {
    const { key, shiftKey, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
    const taskId = target.dataset['stop']
    if (taskId === undefined || !key.startsWith('Arrow')) return
    const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
    const isSideways = key === 'ArrowRight' || key === 'ArrowLeft'
    if (shiftKey && !isSideways) return
    event.preventDefault()
    if (!shiftKey) return moveFocus(board.current, target, step, isSideways)
    const task = cachedTask(queryClient, spaceId, taskId)
    const column = task && columnBeside(task, step)
    if (task && column) moveTo(task, column)
  }

  function noteFocus({ target }: FocusEvent) {
    const stop = target instanceof HTMLElement ? target.dataset['stop'] : undefined
    focused.current = stop ?? null
  }

  function finish(one: Moving, isMoved: boolean) {
    if (!isMoved) cache.replace(one.task)
    // moves queued after a refused one started from a status that the task never had
    setMoving((before) =>
      before.filter(({ key, task }) => key !== one.key && (isMoved || task.id !== one.task.id)),
    )
  }

  // moves of one task run sequentially
  const running = moving.filter(({ task }, at) => moving.findIndex((one) => one.task.id === task.id) === at)
  return (
    <div
      role="group"
      aria-label={words.label}
      aria-describedby={hintId}
      onKeyDown={press}
      onFocus={noteFocus}
    >
      <p id={hintId} className="pb-2 text-xs text-ink-3 no-keyboard:hidden">
        {words.hint}
      </p>
      <div ref={board} className="-mx-4 flex items-start gap-3 overflow-x-auto px-4 pb-3 md:-mx-6 md:px-6">
        {COLUMNS.filter((column) => isShown(column, view)).map((column) => (
          <BoardColumn
            key={column.id}
            column={column}
            view={view}
            count={countInColumn(column, view, byStatus)}
            draggedId={drag?.task.id ?? null}
            isOver={drag !== null && drag.over === column.id}
            onOpen={onOpen}
            onMove={begin}
            onGrab={grab}
            focused={focused}
            onShowTable={({ statuses }) => onChange({ isBoard: false, status: statuses })}
          />
        ))}
      </div>
      {running.map((one) => (
        <MoveRunner
          key={one.key}
          task={one.task}
          move={one.move}
          onDone={(isMoved) => finish(one, isMoved)}
        />
      ))}
    </div>
  )
}
