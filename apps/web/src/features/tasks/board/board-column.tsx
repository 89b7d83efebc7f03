import { TASK_PAGE_MAX } from '@flockwork/contract/limits'
import type { Task } from '@flockwork/contract/tasks'
import { memo, useDeferredValue, useId, useState } from 'react'
import { taskBoard as words } from '../../../strings/tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { StatusGlyph } from '../../task-refs/index.ts'
import type { Column } from '../list/columns.ts'
import { shownNumber } from '../../../ui/shown-number.ts'
import { useTaskList } from '../state/use-task-list.ts'
import { listQueryOf, type TaskView } from '../state/view.ts'
import { Card, type CardActs } from './card.tsx'
import { statusesIn } from './shown-columns.ts'

const FIRST = 50
const NONE: readonly Task[] = []
const PLACEHOLDERS = [0, 1, 2]

interface Props extends CardActs {
  column: Column
  view: TaskView
  /** The count over all its tasks, from the overview; null while a filter is on. */
  count: number | null
  /** The task being dragged. */
  draggedId: string | null
  isOver: boolean
  onShowTable: (column: Column) => void
}

/** The tasks of one column, with their count. */
export function BoardColumn({ column, view, count, draggedId, isOver, onShowTable, ...acts }: Props) {
  const [limit, setLimit] = useState(FIRST)
  const { tasks, total, isLoading, error, refetch } = useTaskList({
    ...listQueryOf(view),
    status: statusesIn(column, view),
    limit,
  })
  // many cards are rendered with low priority
  const cards = useDeferredValue(tasks, NONE)
  const showsSkeleton = useSkeleton(isLoading)
  const headingId = useId()
  // no number while the count is unknown
  const shownCount = count === null && tasks === undefined ? null : shownNumber(count ?? total)
  const isCut = tasks !== undefined && total > tasks.length

  return (
    <section
      data-column={column.id}
      aria-labelledby={headingId}
      style={{ width: '17rem' }}
      className={cx(
        'flex shrink-0 flex-col rounded-panel px-2 pb-2 transition-colors',
        isOver ? 'bg-spruce-soft' : 'bg-sunken',
      )}
    >
      <h2 id={headingId} className="flex h-10 items-center gap-2 px-1 text-sm font-semibold">
        <StatusGlyph status={column.becomes} />
        <span>{column.name} </span>
        <span className="tabular font-normal text-ink-3">{shownCount}</span>
      </h2>
      <div className="flex min-h-18 flex-col gap-2 overflow-y-auto" style={{ maxHeight: '70dvh' }}>
        {cards !== undefined && cards.length > 0 && <Cards tasks={cards} draggedId={draggedId} {...acts} />}
        {tasks?.length === 0 && <p className="px-1 py-1.5 text-sm text-ink-3">{words.empty}</p>}
        {showsSkeleton && (
          <SkeletonGroup label={column.name}>
            <div className="flex flex-col gap-2">
              {PLACEHOLDERS.map((one) => (
                <Skeleton key={one} className="h-20 w-full" />
              ))}
            </div>
          </SkeletonGroup>
        )}
        {tasks === undefined && error !== null && (
          <LoadFailure isLine text={words.failed} onRetry={() => void refetch()} className="px-1" />
        )}
        {isCut && limit < TASK_PAGE_MAX && (
          <Button variant="quiet" size="sm" onClick={() => setLimit(TASK_PAGE_MAX)}>
            {words.showMore}
          </Button>
        )}
        {isCut && limit === TASK_PAGE_MAX && (
          <Button variant="quiet" size="sm" onClick={() => onShowTable(column)}>
            {words.restInTable(shownNumber(total))}
          </Button>
        )}
      </div>
    </section>
  )
}

interface CardsProps extends CardActs {
  tasks: readonly Task[]
  draggedId: string | null
}

const Cards = memo(function Cards({ tasks, draggedId, ...acts }: CardsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {tasks.map((task) => (
        <Card key={task.id} task={task} isDragged={task.id === draggedId} {...acts} />
      ))}
    </ul>
  )
})
