import type { Task } from '@flockwork/contract/tasks'
import { memo } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Age } from './age.tsx'
import { MenuButton } from './menu-button.tsx'
import { PriorityName, StatusName } from './status-name.tsx'
import { DETAILS_PLACE, RowMenu, TaskDetails } from './row-parts.tsx'
import type { TaskRowsProps } from './task-table.tsx'
import { WorkerName } from './worker-name.tsx'
import { taskList as words } from '../../../strings/tasks.ts'

/** Tasks on a phone: cards that expand to their details. */
export const TaskCards = memo(function TaskCards({ tasks, open, onToggle, onOpen }: TaskRowsProps) {
  return (
    <ul aria-label={words.label} className="-mx-4 border-t border-line">
      {tasks.map((task) => (
        <li key={task.id} className="border-b border-line">
          <Card task={task} isOpen={open.has(task.id)} onToggle={onToggle} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
})

interface CardProps {
  task: Task
  isOpen: boolean
  onToggle: (id: string) => void
  onOpen: (id: string) => void
}

const Card = memo(function Card({ task, isOpen, onToggle, onOpen }: CardProps) {
  const detailsId = `task-${task.id}`
  return (
    <div className={isOpen ? 'bg-sunken/70' : ''}>
      <div className="relative flex items-start gap-2 px-4 py-3">
        <div className="min-w-0 flex-1">
          <button
            type="button"
            data-stop={task.id}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => onToggle(task.id)}
            dir="auto"
            className={cx(
              'w-full text-start text-nav font-medium break-words after:absolute after:inset-0',
              !isOpen && 'line-clamp-2',
            )}
          >
            {task.title}
          </button>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2">
            <StatusName task={task} />
            <PriorityName priority={task.priority} />
          </div>
          <div className="mt-1.5 flex min-w-0 items-center gap-3">
            <span className="font-mono text-xs text-ink-3">{task.display_id}</span>
            <span className="min-w-0 flex-1">
              <WorkerName task={task} />
            </span>
            <Age at={task.created_at} className="tabular shrink-0 text-xs text-ink-3" />
          </div>
        </div>
        <span className="relative z-1 -mr-2 flex">
          <MenuButton
            name={task.display_id}
            renderMenu={(button) => (
              <RowMenu fallback={button} task={task} button={button} onOpen={() => onOpen(task.id)} />
            )}
          />
        </span>
      </div>
      {isOpen && (
        <div id={detailsId} className="px-4">
          <TaskDetails fallback={DETAILS_PLACE} task={task} onOpen={() => onOpen(task.id)} />
        </div>
      )}
    </div>
  )
})
