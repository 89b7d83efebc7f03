import type { Message } from '@flockwork/contract/messages'
import { readDisplayId } from '@flockwork/contract/tasks/display-id'
import { PRIORITY_NAMES } from '@flockwork/contract/tasks/priorities'
import { taskRefWords as words } from '../../../strings/task-refs.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import {
  holderOf,
  isIdea,
  PriorityGlyph,
  statusName,
  StatusGlyph,
  taskPath,
  useNamedTask,
  type NamedTask,
} from '../../task-refs/index.ts'
import { avatarKind } from '../context/author.ts'

/** The announcement of a task: the task as it is now, and a link to it (docs/rules/tasks.md#announcement). */
export function TaskCard({ message }: { message: Message }) {
  const { id, content, metadata, is_claimed } = message
  const task = useNamedTask(metadata.task_id ?? null) ?? null
  const { name, title } = task ? { name: task.display_id, title: task.title } : saidBy(content)
  return (
    <a
      id={`text-${id}`}
      href={taskPath(task?.id ?? metadata.task_id ?? '')}
      // no tab stop: the arrow keys move the focus into a row
      tabIndex={-1}
      className="mt-1 mb-0.5 flex max-w-measure flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line bg-raised px-3 py-2 transition-colors hover:bg-sunken"
    >
      <span className="flex min-w-0 flex-1 basis-60 items-baseline gap-2">
        <span className="relative top-0.5 flex">
          <StatusGlyph status={task?.status ?? 'available'} isIdea={task !== null && isIdea(task)} />
        </span>
        <span className="shrink-0 font-mono text-xs text-ink-3">{name}</span>{' '}
        <span dir="auto" className="min-w-0 text-base font-medium break-words">
          {title}
        </span>
      </span>{' '}
      <span className="flex shrink-0 items-center gap-3 text-xs text-ink-2">
        {task ? <Facts task={task} /> : <span>{is_claimed ? words.claimed : words.unassigned}</span>}
      </span>
    </a>
  )
}

function Facts({ task }: { task: NamedTask }) {
  const holder = holderOf(task)
  return (
    <>
      <span>{statusName(task)}</span>{' '}
      <span className="inline-flex items-center gap-1.5">
        <PriorityGlyph priority={task.priority} />
        {PRIORITY_NAMES[task.priority]}
      </span>{' '}
      {holder ? (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Avatar username={holder.handle} kind={avatarKind(holder.handle, holder.type)} size={18} />
          <span className="max-w-40 truncate">{holder.handle}</span>
        </span>
      ) : (
        <span className="text-ink-3">{words.unassigned}</span>
      )}
    </>
  )
}

/** What an announcement says by itself. */
function saidBy(content: string): { name: string; title: string } {
  const end = content.indexOf(' ')
  const name = content.slice(0, Math.max(end, 0))
  return readDisplayId(name) === null ? { name: '', title: content } : { name, title: content.slice(end + 1) }
}

/** The task that was made from a message, shown below it. */
export function TaskChip({ message: { metadata } }: { message: Message }) {
  const task = useNamedTask(metadata.task_id ?? null)
  if (!task) return null
  return (
    <a
      href={taskPath(task.id)}
      tabIndex={-1}
      className="relative mt-1 flex w-fit max-w-full items-center gap-1.5 rounded-chip border border-line bg-raised px-1.5 py-1 text-xs text-ink-2 hover:text-ink touch:hit-area"
    >
      <StatusGlyph status={task.status} isIdea={isIdea(task)} />
      <span className="shrink-0 font-mono">{task.display_id}</span>{' '}
      <span dir="auto" className="min-w-0 truncate">
        {task.title}
      </span>
      <span className="sr-only">{statusName(task)}</span>
    </a>
  )
}
