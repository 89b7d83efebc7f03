import { TASK_PAGE_MAX } from '@flockwork/contract/limits'
import type { Task } from '@flockwork/contract/tasks'
import { useMemo } from 'react'
import { pagesOf } from '../../../ui/page-numbers.ts'
import { useTaskList } from '../state/use-task-list.ts'
import { listQueryOf, type TaskView } from '../state/view.ts'

export interface PageOfTasks {
  /** Undefined while loading. */
  tasks: readonly Task[] | undefined
  /** All loaded tasks, of which these are one page. */
  loaded: readonly Task[]
  total: number
  page: number
  pages: number
  isLoading: boolean
  isFetching: boolean
  /** Stale tasks of another view are shown until these load. */
  isPrevious: boolean
  error: Error | null
  refetch: () => Promise<void>
}

const NONE: readonly Task[] = []

/** One page of the view: pages are cut from windows of 500, so that most page changes need no request. */
export function usePageOfTasks(view: TaskView): PageOfTasks {
  const { page, size } = view
  const start = (page - 1) * size
  const offset = Math.floor(start / TASK_PAGE_MAX) * TASK_PAGE_MAX
  const list = useTaskList({ ...listQueryOf(view), limit: TASK_PAGE_MAX, ...(offset > 0 && { offset }) })
  const { tasks, total, isPrevious } = list
  const from = start - list.offset
  // memoized: a hundred rows depend on it
  const shown = useMemo(() => tasks?.slice(Math.max(0, from), Math.max(0, from + size)), [tasks, from, size])
  // a stored or stale window may end before the page does
  const isMissing = shown?.length === 0 && total > start
  return {
    tasks: isMissing ? undefined : shown,
    loaded: tasks ?? NONE,
    total,
    page,
    pages: pagesOf(total, size),
    isLoading: list.isLoading || (isMissing && list.isFetching),
    isFetching: list.isFetching,
    isPrevious,
    error: list.error,
    refetch: list.refetch,
  }
}
