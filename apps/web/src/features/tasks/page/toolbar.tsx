import type { Task } from '@flockwork/contract/tasks'
import { Columns3, Plus, RefreshCw, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { tasks as words } from '../../../strings/tasks.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { requestNewTask } from '../../task-refs/index.ts'
import { useTaskCache } from '../state/use-task-cache.ts'
import type { TaskView } from '../state/view.ts'

const FilterBar = lazyPart(async () => (await import('../list/filter-bar.tsx')).FilterBar)

interface Props {
  view: TaskView
  tasks: readonly Task[]
  isPhone: boolean
  onChange: (change: Partial<TaskView>) => void
}

/** Search, filters, order and layout of the tasks. */
export function Toolbar({ view, tasks, isPhone, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterBar
        fallback={<span className="h-8 flex-1 touch:h-10" />}
        view={view}
        tasks={tasks}
        onFilter={onChange}
        onSort={(sort) => onChange({ sort })}
      />
      <div className={cx('flex items-center gap-1', isPhone && 'w-full')}>
        <div role="group" aria-label={words.layout} className="flex">
          <IconButton
            label={words.table}
            icon={<Rows3 size={16} />}
            aria-pressed={!view.isBoard}
            onClick={() => onChange({ isBoard: false })}
          />
          <IconButton
            label={words.board}
            icon={<Columns3 size={16} />}
            aria-pressed={view.isBoard}
            onClick={() => onChange({ isBoard: true })}
          />
        </div>
        <Refresh />
        {isPhone && (
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            className="ms-auto"
            onClick={() => requestNewTask()}
          >
            {words.newTask}
          </Button>
        )}
      </div>
    </div>
  )
}

function Refresh() {
  const { refetch } = useTaskCache()
  const [isRefreshing, setRefreshing] = useState(false)

  async function refresh() {
    if (isRefreshing) return
    setRefreshing(true)
    await refetch()
    setRefreshing(false)
    announce(words.refreshed)
  }

  return (
    <IconButton
      label={isRefreshing ? words.refreshing : words.refresh}
      aria-busy={isRefreshing || undefined}
      icon={isRefreshing ? <Spinner /> : <RefreshCw size={16} />}
      onClick={() => void refresh()}
    />
  )
}
