import type { Task, TaskOverview } from '@flockwork/contract/tasks'
import { ATTENTION_NAMES, overdueBy, type AttentionReason } from '@flockwork/contract/tasks/attention'
import { workerOf } from '@flockwork/contract/tasks/filter'
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { taskOverview as words } from '../../../strings/tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { durationWords } from '../state/durations.ts'
import { shownNumber } from '../../../ui/shown-number.ts'

const SHOWN = 3
const MINUTE_MS = 60_000

interface Props {
  attention: TaskOverview['attention']
  /** The total: only the first of very many are loaded. */
  count: number
  onOpen: (id: string) => void
  /** Shows all of them in the list. */
  onShowList: () => void
}

/** Tasks that need attention, most urgent first: three, or all on request (docs/rules/tasks.md#attention). */
export function AttentionPanel({ attention, count, onOpen, onShowList }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const headingId = useId()
  const listId = useId()
  if (attention.length === 0) return null
  const shown = showsAll ? attention : attention.slice(0, SHOWN)
  const hasMore = count > attention.length

  return (
    <section aria-labelledby={headingId} className="rounded-panel bg-rose-soft px-4 py-2.5">
      <div className="flex min-h-8 items-center gap-2">
        <CircleAlert size={16} aria-hidden="true" className="text-rose" />
        <h2 id={headingId} className="flex-1 text-sm font-semibold">
          {words.attention}
        </h2>
        {attention.length > SHOWN && (
          <Button
            variant="quiet"
            size="sm"
            className="-mr-2"
            aria-expanded={showsAll}
            aria-controls={listId}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? words.showFewer : words.showAll}
          </Button>
        )}
      </div>
      <ul id={listId}>
        {shown.map(({ task, reason }) => (
          <li key={task.id}>
            <Row task={task} reason={reason} onOpen={() => onOpen(task.id)} />
          </li>
        ))}
      </ul>
      {showsAll && hasMore && (
        <Button variant="quiet" size="sm" onClick={onShowList}>
          {words.showInTable(shownNumber(count))}
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  task: Task
  reason: AttentionReason
  onOpen: () => void
}

function Row({ task, reason, onOpen }: RowProps) {
  const now = useNow()
  const worker = workerOf(task)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] flex-wrap items-center gap-x-3 rounded-control px-2 py-1.5 text-start text-sm transition-colors hover:bg-line/60 touch:min-h-11"
    >
      <span className="min-w-10 shrink-0 font-mono text-xs text-ink-2">{task.display_id}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-nav font-medium">
        {task.title}
      </span>
      <span className="text-end font-medium text-rose max-md:ms-auto">{reasonWords(task, reason, now)}</span>
      <span dir="auto" className="truncate text-end text-ink-2 max-md:hidden" style={{ width: '8rem' }}>
        {worker ?? words.nobody}
      </span>
    </button>
  )
}

function reasonWords(task: Task, reason: AttentionReason, now: number): string {
  const overdueMs = reason === 'overdue' ? overdueBy(task, now) : 0
  return overdueMs > 0
    ? words.overdueBy(durationWords(Math.max(MINUTE_MS, overdueMs)))
    : ATTENTION_NAMES[reason]
}
