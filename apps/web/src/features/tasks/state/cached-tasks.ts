/** Updates every cached copy of a task: the lists that it is in or enters, the overview, and its own query. */
import type { Task, TaskOverview } from '@flockwork/contract/tasks'
import { attentionReason } from '@flockwork/contract/tasks/attention'
import type { TaskStatus } from '@flockwork/contract/tasks/statuses'
import type { QueryClient } from '@tanstack/react-query'
import { taskKeys } from './keys.ts'
import { isOutdated, withTask, withoutTask, type TaskPage, type Viewpoint } from './list-page.ts'
import { parseListName } from './list-query.ts'

/** Shows `task` (as stored, or optimistically) wherever its space's tasks are cached. */
export function replaceTask(queryClient: QueryClient, task: Task, viewpoint: Viewpoint): void {
  const spaceId = task.space_id
  const known = cachedTask(queryClient, spaceId, task.id)
  const before = known && !isOutdated(task, known) ? known.status : task.status
  changeLists(queryClient, spaceId, (page, name) => withTask(page, parseListName(name), task, viewpoint))
  queryClient.setQueryData<TaskOverview>(
    taskKeys.overview(spaceId),
    (overview) => overview && overviewWith(overview, task, before, viewpoint.now),
  )
  queryClient.setQueryData<Task>(taskKeys.task(spaceId, task.id), (known) => {
    if (!known || isOutdated(task, known)) return known
    // events don't carry the fields that only the assigner sees
    return known.deliveries && !task.deliveries ? { ...task, deliveries: known.deliveries } : task
  })
}

/**
 * Removes a deleted task from lists and overview. Its own query stays, so that an open sheet can show what happened.
 */
export function removeTask(queryClient: QueryClient, spaceId: string, id: string): void {
  changeLists(queryClient, spaceId, (page) => withoutTask(page, id))
  queryClient.setQueryData<TaskOverview>(
    taskKeys.overview(spaceId),
    (overview) =>
      overview && {
        ...overview,
        attention: overview.attention.filter(({ task }) => task.id !== id),
        recent_completions: overview.recent_completions.filter((task) => task.id !== id),
      },
  )
}

/** A cached copy of a task, from any query. */
export function cachedTask(queryClient: QueryClient, spaceId: string | null, id: string): Task | undefined {
  const own = queryClient.getQueryData<Task>(taskKeys.task(spaceId, id))
  if (own) return own
  const lists = queryClient.getQueriesData<TaskPage>({ queryKey: taskKeys.lists(spaceId) })
  for (const [, page] of lists) {
    const found = page?.tasks.find((task) => task.id === id)
    if (found) return found
  }
  const overview = queryClient.getQueryData<TaskOverview>(taskKeys.overview(spaceId))
  const shown = [
    ...(overview?.attention.map(({ task }) => task) ?? []),
    ...(overview?.recent_completions ?? []),
  ]
  return shown.find((task) => task.id === id)
}

function changeLists(
  queryClient: QueryClient,
  spaceId: string,
  change: (page: TaskPage, name: string) => TaskPage,
): void {
  for (const [key, page] of queryClient.getQueriesData<TaskPage>({ queryKey: taskKeys.lists(spaceId) })) {
    const name = key.at(-1)
    if (!page || typeof name !== 'string') continue
    const next = change(page, name)
    if (next === page) continue
    // keeps the fetch time: the rest of the data is as stale as before
    const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt
    queryClient.setQueryData(key, next, { ...(updatedAt !== undefined && { updatedAt }) })
  }
}

/** The part of the change that is known at once; the other counts come from the server. */
function overviewWith(overview: TaskOverview, task: Task, before: TaskStatus, now: number): TaskOverview {
  const reason = attentionReason(task, now)
  const { by_status: counts } = overview
  return {
    ...overview,
    by_status:
      before === task.status
        ? counts
        : {
            ...counts,
            [before]: Math.max(0, counts[before] - 1),
            [task.status]: counts[task.status] + 1,
          },
    attention: overview.attention.flatMap((one) => {
      if (one.task.id !== task.id) return [one]
      return reason === null ? [] : [{ task, reason }]
    }),
    recent_completions: overview.recent_completions.flatMap((one) => {
      if (one.id !== task.id) return [one]
      return task.status === 'completed' ? [task] : []
    }),
  }
}
