import type { Task } from '@flockwork/contract/tasks'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { tasks as words } from '../../../strings/tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { Pagination } from '../list/pagination.tsx'
import { TaskCards } from '../list/task-cards.tsx'
import { TaskTable } from '../list/task-table.tsx'
import { NO_FILTERS, type TaskView } from '../state/view.ts'
import { RowsSkeleton } from './tasks-skeleton.tsx'
import type { PageOfTasks } from './use-page-of-tasks.ts'

const NONE: readonly Task[] = []

interface Props {
  view: TaskView
  list: PageOfTasks
  isPhone: boolean
  onChange: (change: Partial<TaskView>, isCorrection?: boolean) => void
  onOpen: (id: string) => void
}

/** The list with its pagination: a table, or cards on a phone. */
export function ListView({ view, list, isPhone, onChange, onOpen }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const start = useRef<HTMLDivElement>(null)
  const { tasks, total, page, pages, isLoading, isPrevious } = list
  const showsSkeleton = useSkeleton(isLoading)
  // many rows are rendered with low priority
  const rows = useDeferredValue(tasks, NONE)
  const isBeyond = tasks !== undefined && !isPrevious && page > pages

  useEffect(() => {
    // tasks were deleted or filtered out, and this page with them
    if (isBeyond) onChange({ page: pages }, true)
  }, [isBeyond, pages, onChange])

  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])

  function turnTo(next: number) {
    onChange({ page: next })
    // the buttons are at the end of a long list: scroll a new page to its top
    start.current?.scrollIntoView({ block: 'nearest' })
  }

  if (showsSkeleton) return <RowsSkeleton />
  if (!tasks || isBeyond) return null
  if (tasks.length === 0) {
    return (
      <EmptyState
        scene="seek"
        title={words.noMatchTitle}
        action={<Button onClick={() => onChange(NO_FILTERS)}>{words.clearFilters}</Button>}
      >
        {words.noMatchText}
      </EmptyState>
    )
  }
  const Rows = isPhone ? TaskCards : TaskTable
  return (
    <div aria-busy={isPrevious || undefined} className="flex flex-col gap-3">
      <div className={cx('transition-opacity', isPrevious && 'opacity-50')}>
        <div ref={start} />
        <Rows tasks={rows ?? NONE} open={open} onToggle={toggle} onOpen={onOpen} />
      </div>
      <Pagination
        page={page}
        pages={pages}
        size={view.size}
        total={total}
        onPage={turnTo}
        onSize={(size) => onChange({ size })}
      />
    </div>
  )
}
