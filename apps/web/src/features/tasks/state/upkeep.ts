/**
 * Keeps a space's cached tasks up to date with its events. A changed task shows at once; what an event doesn't carry
 * (counts, order, search results) comes from a refetch that is shared by many events.
 */
import type { Task } from '@flockwork/contract/tasks'
import type { QueryClient } from '@tanstack/react-query'
import type { Timers } from '../../../api/timers.ts'
import { dataOf, type LiveEvent } from '../../../realtime/apply-event.ts'
import { createDebounce } from '../../../realtime/debounce.ts'
import { removeTask, replaceTask } from './cached-tasks.ts'
import { taskKeys } from './keys.ts'

const REFETCH_AFTER_MS = 800
/** During a continuous stream of changes, the interval of refetches. */
const REFETCH_AT_LATEST_MS = 10_000

interface Deps {
  readonly queryClient: QueryClient
  readonly timers: Timers
  /** The server's time. */
  readonly now: () => number
  readonly subscribe: (listener: (events: readonly LiveEvent[]) => void) => () => void
}

/** @returns a function that stops it */
export function startUpkeep(deps: Deps, spaceId: string, handle: string): () => void {
  const { queryClient, timers, now, subscribe } = deps
  const refetch = createDebounce(
    timers,
    { waitMs: REFETCH_AFTER_MS, maxMs: REFETCH_AT_LATEST_MS },
    () => void queryClient.invalidateQueries({ queryKey: taskKeys.space(spaceId) }),
  )
  const unsubscribe = subscribe((events) => {
    for (const event of events) {
      const update = dataOf(event, 'task_update')
      if (update?.space_id === spaceId) {
        if (update.action === 'deleted') removeTask(queryClient, spaceId, update.task.id)
        else replaceTask(queryClient, update.task, { handle, now: now() })
      }
      const delivery = dataOf(event, 'delivery')?.delivery
      if (delivery?.task_id) withDelivery(queryClient, spaceId, delivery.task_id, delivery)
      // events from before a bootstrap were missed
      if (update?.space_id === spaceId || event.name === 'bootstrap') refetch.trigger()
    }
  })
  return () => {
    unsubscribe()
    refetch.cancel()
  }
}

type Delivery = NonNullable<Task['deliveries']>[number]

function withDelivery(queryClient: QueryClient, spaceId: string, taskId: string, delivery: Delivery): void {
  queryClient.setQueryData<Task>(taskKeys.task(spaceId, taskId), (task) => {
    if (!task?.deliveries) return task
    const others = task.deliveries.filter(({ id }) => id !== delivery.id)
    return { ...task, deliveries: [...others, delivery] }
  })
}
