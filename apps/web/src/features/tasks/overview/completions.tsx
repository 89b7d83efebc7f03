import type { Task } from '@flockwork/contract/tasks'
import { workerOf } from '@flockwork/contract/tasks/filter'
import { useId } from 'react'
import { taskOverview as words } from '../../../strings/tasks.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusGlyph } from '../../task-refs/index.ts'

interface Props {
  completions: readonly Task[]
  onOpen: (id: string) => void
}

/** The latest completed tasks. */
export function Completions({ completions, onOpen }: Props) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="pb-1.5 font-display text-lg font-semibold">
        {words.completions}
      </h2>
      {completions.length === 0 && <p className="py-1.5 text-sm text-ink-3">{words.noCompletions}</p>}
      <ul>
        {completions.map((task) => (
          <li key={task.id}>
            <button
              type="button"
              onClick={() => onOpen(task.id)}
              className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-center gap-2.5 rounded-control px-2 py-1.5 text-start text-sm transition-colors hover:bg-sunken touch:min-h-11 dark:hover:bg-line"
            >
              <StatusGlyph status={task.status} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {task.title}
              </span>
              <span dir="auto" className="max-w-28 truncate text-xs text-ink-3">
                {workerOf(task)}
              </span>
              {task.completed_at !== null && (
                <RelativeTime at={task.completed_at} className="shrink-0 text-xs text-ink-3" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
