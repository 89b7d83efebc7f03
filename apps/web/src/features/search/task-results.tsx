import type { Task } from '@flockwork/contract/tasks'
import { PRIORITY_NAMES } from '@flockwork/contract/tasks/priorities'
import { useId } from 'react'
import { search as words } from '../../strings/search.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import {
  holderOf,
  isIdea,
  PriorityGlyph,
  statusName,
  StatusGlyph,
  taskPath,
  tasksPath,
} from '../task-refs/index.ts'
import type { SearchCriteria } from './criteria.ts'
import { excerptOfTask, taskWords } from './found-tasks.ts'
import { Marked } from './marked.tsx'
import { useFoundTasks } from './use-found-tasks.ts'

interface Props {
  spaceId: string
  criteria: SearchCriteria
  /** No other part of the page reports yet that the server doesn't respond. */
  saysFailure: boolean
}

/** The tasks whose titles, descriptions or notes match, above the messages. Renders nothing without any. */
export function TaskResults({ spaceId, criteria, saysFailure }: Props) {
  const sought = taskWords(criteria)
  const search = useFoundTasks(spaceId, sought)
  const titleId = useId()
  if (sought === null || search === null) return null
  const { found, error, refetch } = search
  if (found === undefined) {
    return (
      error &&
      saysFailure && <LoadFailure isLine text={words.tasksFailed} onRetry={refetch} className="mb-3" />
    )
  }
  if (found.total === 0) return null
  return (
    <section aria-labelledby={titleId} className="mb-5">
      <div className="flex items-baseline gap-3">
        <h2 id={titleId} className="text-sm font-medium text-ink-2">
          {words.tasksFound(found.total)}
        </h2>
        <a href={tasksPath(sought)} className="ml-auto text-sm text-egg underline-offset-2 hover:underline">
          {words.allTasks}
        </a>
      </div>
      <ul aria-label={words.tasks} className="mt-2 border-y border-line">
        {found.tasks.map((task) => (
          <TaskRow key={task.id} task={task} query={criteria.query} />
        ))}
      </ul>
    </section>
  )
}

function TaskRow({ task, query }: { task: Task; query: string }) {
  const { title, description, isInNotes } = excerptOfTask(task, query)
  const holder = holderOf(task)
  return (
    <li className="border-b border-line last:border-b-0">
      <a
        href={taskPath(task.id)}
        className="focus-inset flex flex-col gap-0.5 rounded-control px-2 py-3 transition-colors hover:bg-sunken"
      >
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="flex min-w-0 flex-1 basis-60 items-baseline gap-2">
            <span className="relative top-0.5 flex">
              <StatusGlyph status={task.status} isIdea={isIdea(task)} />
            </span>
            <span className="shrink-0 font-mono text-xs text-ink-3">{task.display_id}</span>{' '}
            <span dir="auto" className="min-w-0 text-base font-medium break-words">
              <Marked pieces={title} />
            </span>
          </span>{' '}
          <span className="flex max-w-full items-center gap-3 text-xs text-ink-2">
            <span>{statusName(task)}</span>{' '}
            <span className="inline-flex items-center gap-1.5">
              <PriorityGlyph priority={task.priority} />
              {PRIORITY_NAMES[task.priority]}
            </span>{' '}
            {holder && <span className="max-w-40 min-w-0 truncate">{holder.handle}</span>}
          </span>
        </span>{' '}
        {description && (
          <span dir="auto" className="line-clamp-2 text-sm break-words text-ink-2">
            <Marked pieces={description} />
          </span>
        )}
        {isInNotes && <span className="text-sm text-ink-3">{words.foundInNotes}</span>}
      </a>
    </li>
  )
}
