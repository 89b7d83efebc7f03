import type { Task } from '@flockwork/contract/tasks'
import { PRIORITY_NAMES } from '@flockwork/contract/tasks/priorities'
import { memo, useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import { cx } from '../../../ui/cx.ts'
import { isIdea, PriorityGlyph, StatusGlyph, statusName } from '../../task-refs/index.ts'
import { Age } from '../list/age.tsx'
import { columnOf, type Column, type Move } from '../list/columns.ts'
import { MenuButton } from '../list/menu-button.tsx'
import { moveItems } from '../list/move-items.tsx'
import { TaskMenu } from '../list/task-menu.tsx'
import { WorkerName } from '../list/worker-name.tsx'

export interface CardActs {
  onOpen: (id: string) => void
  onMove: (task: Task, move: Move, column: Column) => void
  onGrab: (event: PointerEvent<HTMLElement>, task: Task) => void
  /** The task whose card has the focus, preserved when it moves to another column. */
  focused: RefObject<string | null>
}

interface Props extends CardActs {
  task: Task
  isDragged: boolean
}

/** Off-screen cards cost no layout. */
const UNSEEN = { contentVisibility: 'auto', containIntrinsicSize: 'auto 6rem' } as const

/** A task on the board. */
export const Card = memo(function Card({ task, isDragged, onOpen, onMove, onGrab, focused }: Props) {
  const title = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (focused.current === task.id && isLost) title.current?.focus()
  }, [focused, task.id])

  // a column of several statuses shows which one this is
  const hasStatus = columnOf(task).statuses.length > 1 || isIdea(task)
  return (
    <li
      style={UNSEEN}
      onPointerDown={(event) => onGrab(event, task)}
      className={cx(
        'relative rounded-control border border-line bg-surface px-3 py-2.5 shadow-1 select-none dark:bg-raised',
        isDragged ? 'opacity-50' : 'hover:border-line-strong',
      )}
    >
      <div className="flex items-center gap-2">
        <PriorityGlyph priority={task.priority} />
        <span className="sr-only">{PRIORITY_NAMES[task.priority]}</span>
        <span className="flex-1 font-mono text-xs text-ink-3">{task.display_id}</span>
        <span
          className="relative z-1 -mt-1 -mr-2 flex"
          // the menu's button doesn't start a drag
          onPointerDown={(event) => event.stopPropagation()}
        >
          <MenuButton
            name={task.display_id}
            renderMenu={(button) => (
              <TaskMenu
                task={task}
                button={button}
                onOpen={() => onOpen(task.id)}
                renderMore={({ rights }) =>
                  moveItems({
                    task,
                    rights,
                    hasKeys: true,
                    onMove: (move, column) => onMove(task, move, column),
                  })
                }
              />
            )}
          />
        </span>
      </div>
      <button
        ref={title}
        type="button"
        data-stop={task.id}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        onClick={() => onOpen(task.id)}
        dir="auto"
        className="line-clamp-4 w-full text-start text-sm font-medium break-words focus-around after:absolute after:inset-0"
      >
        {task.title}
      </button>
      {hasStatus && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs text-ink-2">
          <StatusGlyph status={task.status} isIdea={isIdea(task)} size={12} />
          {statusName(task)}
        </p>
      )}
      <div className="mt-1.5 flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1">
          <WorkerName task={task} />
        </span>
        <Age at={task.created_at} className="tabular shrink-0 text-xs text-ink-3" />
      </div>
    </li>
  )
})
