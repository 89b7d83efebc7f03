import { Plus } from 'lucide-react'
import { useCallback, useRef, type ReactNode } from 'react'
import { NetworkError } from '../../../api/api-error.ts'
import { tasks as words } from '../../../strings/tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'
import { MOBILE, useMediaQuery } from '../../../ui/use-media-query.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { requestNewTask } from '../../task-refs/index.ts'
import { ROW_PARTS } from '../list/row-parts.tsx'
import { AttentionPanel } from '../overview/attention-panel.tsx'
import { Completions } from '../overview/completions.tsx'
import { Numbers } from '../overview/numbers.tsx'
import { WelcomeBanner } from '../overview/welcome-banner.tsx'
import { Workloads } from '../overview/workload.tsx'
import { useOverview } from '../state/use-overview.ts'
import { isFiltered, NO_FILTERS } from '../state/view.ts'
import { ListView } from './list-view.tsx'
import { OpenTask } from './open-task.tsx'
import { NumbersSkeleton, RowsSkeleton } from './tasks-skeleton.tsx'
import { Toolbar } from './toolbar.tsx'
import type { TasksAddress } from './use-address.ts'
import { usePageOfTasks } from './use-page-of-tasks.ts'
import { useRegularRefetch } from './use-regular-refetch.ts'
import { useTaskKeys } from './use-task-keys.ts'

const Board = lazyPart(async () => (await import('../board/board.tsx')).Board)
const SOON = [Board, ...ROW_PARTS]

interface Props {
  address: TasksAddress
  /** Whether the task in the URL belongs to this space. */
  isTaskHere: boolean
  /** Whether that task doesn't exist, or not for this user. */
  isTaskMissing: boolean
  /** Rendered above everything. */
  children: ReactNode
}

/** The entire page, for one space. */
export function SpaceTasks({ address, isTaskHere, isTaskMissing, children }: Props) {
  const { view, taskId, change, open, close } = address
  const overview = useOverview()
  const list = usePageOfTasks(view)
  const isPhone = useMediaQuery(MOBILE)
  const isOnline = useOnline()
  const pane = useRef<HTMLDivElement>(null)
  const showsNumbersSkeleton = useSkeleton(overview.isLoading)
  usePreload(SOON)
  useRegularRefetch()
  useTaskKeys({ pane, onEdit: open })

  const counts = overview.overview?.counts
  const hasData = overview.overview !== undefined || list.tasks !== undefined
  const error = list.error ?? overview.error
  const isFailed = !hasData && error !== null
  const isOffline = !isOnline || error instanceof NetworkError
  const isEmpty = !isFiltered(view) && (counts?.total ?? list.total) === 0 && list.tasks?.length === 0

  const showTable = useCallback(() => change({ isBoard: false }, true), [change])

  function retry() {
    void overview.refetch()
    void list.refetch()
  }

  const newTask = (variant: 'primary' | 'outline') => (
    <Button
      variant={variant}
      icon={<Plus size={16} aria-hidden="true" />}
      data-tip-keys="c"
      onClick={() => requestNewTask()}
    >
      {words.newTask}
    </Button>
  )

  return (
    <div
      className="mx-auto flex flex-col gap-5 px-4 py-6 md:px-6"
      // a board is as wide as its columns
      style={view.isBoard ? {} : { maxWidth: '70rem' }}
    >
      {children}
      <OpenTask taskId={taskId} isHere={isTaskHere} isMissing={isTaskMissing} onClose={close} />
      <WelcomeBanner />
      {hasData && (error !== null || !isOnline) && (
        <FailurePanel
          isMild
          title={isOffline ? words.offline : words.refreshFailed}
          {...(!isOffline && { text: words.shownAsOf })}
          {...(isOnline && { onRetry: retry })}
        />
      )}
      {isFailed && (
        <FailurePanel
          title={words.failed}
          text={isOffline ? words.failedText : error.message}
          onRetry={retry}
        />
      )}
      {showsNumbersSkeleton && <NumbersSkeleton isPhone={isPhone} />}
      {!showsNumbersSkeleton && counts && !isEmpty && (
        <div className="flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <Numbers
              counts={counts}
              group={view.group}
              onGroup={(group) => change(group === null ? { ...NO_FILTERS } : { group })}
            />
          </div>
          {!isPhone && <span className="mt-2 flex">{newTask('primary')}</span>}
        </div>
      )}
      {isEmpty ? (
        <EmptyState scene="bare" title={words.emptyTitle} action={newTask('primary')}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <>
          {overview.overview && (
            <ErrorBoundary>
              <AttentionPanel
                attention={overview.overview.attention}
                count={overview.overview.counts.attention}
                onOpen={open}
                onShowList={() => change({ ...NO_FILTERS, group: 'attention' })}
              />
            </ErrorBoundary>
          )}
          {hasData && <Toolbar view={view} tasks={list.loaded} isPhone={isPhone} onChange={change} />}
          <div ref={pane}>
            <ErrorBoundary>
              {view.isBoard ? (
                // each column would repeat the failure
                !isFailed && (
                  <Board
                    view={view}
                    byStatus={overview.overview?.by_status}
                    onOpen={open}
                    onChange={change}
                    fallback={<RowsSkeleton />}
                    onLoadError={showTable}
                  />
                )
              ) : (
                <ListView view={view} list={list} isPhone={isPhone} onChange={change} onOpen={open} />
              )}
            </ErrorBoundary>
          </div>
          {overview.overview && (
            <ErrorBoundary>
              <div className="mt-3 grid gap-x-10 gap-y-8 md:grid-cols-2">
                <Completions completions={overview.overview.recent_completions} onOpen={open} />
                <Workloads
                  workload={overview.overview.workload}
                  onShow={(handle) => change({ ...NO_FILTERS, assignedTo: handle })}
                />
              </div>
            </ErrorBoundary>
          )}
        </>
      )}
    </div>
  )
}
