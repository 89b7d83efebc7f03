import type { Task } from '@flockwork/contract/tasks'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskKeys } from './keys.ts'
import { FIRST_TASKS } from './first-tasks.ts'
import { foundIn, type TaskPage } from './list-page.ts'
import { listName, parseListName, type TaskQuery } from './list-query.ts'
import { useUpkeep } from './use-upkeep.ts'

export interface TaskList {
  /** Undefined while loading. */
  tasks: readonly Task[] | undefined
  /** The total of the filter's results. */
  total: number
  /** Nothing has loaded yet. */
  isLoading: boolean
  /** Stale tasks of another filter or window are shown until these load. */
  isPrevious: boolean
  isFetching: boolean
  /** The position of the first one in the whole list. */
  offset: number
  /** The last error; loaded data stays. */
  error: Error | null
  refetch: () => Promise<void>
}

/** A window of the current space's tasks, live. */
export function useTaskList(query: TaskQuery): TaskList {
  const { api, tokens } = useServices()
  const { spaceId, profile } = useSignedIn()
  const queryClient = useQueryClient()
  useUpkeep()
  const name = listName(query)

  /** A filter shows its results at once if the whole list is loaded. */
  function guess(): TaskPage | null {
    const whole = queryClient.getQueryData<TaskPage>(taskKeys.list(spaceId, FIRST_TASKS))
    const viewpoint = { handle: profile.username, now: tokens.serverNow() }
    return whole ? foundIn(whole, parseListName(name), viewpoint) : null
  }

  const { data, isPending, isPlaceholderData, isFetching, error, refetch } = useQuery({
    queryKey: taskKeys.list(spaceId, name),
    queryFn:
      spaceId === null
        ? skipToken
        : (): Promise<TaskPage> => api.tasks.list({ query: inputOf(query, spaceId) }),
    placeholderData: (previous: TaskPage | undefined) => guess() ?? previous,
    // changes were missed while nothing on screen showed tasks
    refetchOnMount: 'always',
    networkMode: 'always',
    refetchOnReconnect: 'always',
  })
  return {
    tasks: data?.tasks,
    total: data?.total ?? 0,
    isLoading: isPending,
    isPrevious: isPlaceholderData,
    isFetching,
    offset: data?.offset ?? 0,
    error,
    refetch: async () => void (await refetch()),
  }
}

function inputOf(query: TaskQuery, spaceId: string) {
  const { assignedTo, status, priority, ...rest } = query
  return {
    ...rest,
    ...(status && { status: [...status] }),
    ...(priority && { priority: [...priority] }),
    ...(assignedTo !== undefined && { assigned_to: assignedTo }),
    org_id: spaceId,
  }
}
