import type { Task } from '@flockwork/contract/tasks'
import { PRIORITY_NAMES, type TaskPriority } from '@flockwork/contract/tasks/priorities'
import { isIdea, PriorityGlyph, StatusGlyph, statusName } from '../../task-refs/index.ts'

/** A status as a pie and its word. */
export function StatusName({ task }: { task: Pick<Task, 'status' | 'status_extended'> }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm whitespace-nowrap">
      <StatusGlyph status={task.status} isIdea={isIdea(task)} />
      {statusName(task)}
    </span>
  )
}

/** A priority as bars and its word. */
export function PriorityName({ priority }: { priority: TaskPriority }) {
  return (
    <span className="flex items-center gap-2 text-sm whitespace-nowrap">
      <PriorityGlyph priority={priority} />
      {PRIORITY_NAMES[priority]}
    </span>
  )
}
