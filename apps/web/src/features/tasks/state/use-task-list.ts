import type { Task } from '@flockwork/contract/tasks'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskKeys } from './keys.ts'
import { FIRST_TASKS } from './first-tasks.ts'
import { foundIn, type TaskPage } from './list-page.ts'
import { listName, queryNamed, type TaskQuery } from './list-query.ts'
import { useUpkeep } from './use-upkeep.ts'

export interface TaskList {
  /** Undefined until they are known. */
  tasks: readonly Task[] | undefined
  /** How many the filter finds in all. */
  total: number
  /** Nothing is there yet. */
  isLoading: boolean
  /** Tasks of another filter or window are shown until these come. */
  isPrevious: boolean
  isFetching: boolean
  /** Of the first one in the whole list. */
  offset: number
  /** The last error; what was loaded before stays. */
  error: Error | null
  refetch: () => Promise<void>
}

/** A window of the tasks of the space on screen, live. */
export function useTaskList(query: TaskQuery): TaskList {
  const { api, tokens } = useServices()
  const { spaceId, profile } = useSignedIn()
  const queryClient = useQueryClient()
  useUpkeep()
  const name = listName(query)

  /** A filter shows at once what it finds in a list that is there as a whole. */
  function guess(): TaskPage | null {
    const whole = queryClient.getQueryData<TaskPage>(taskKeys.list(spaceId, FIRST_TASKS))
    const viewpoint = { handle: profile.username, now: tokens.serverNow() }
    return whole ? foundIn(whole, queryNamed(name), viewpoint) : null
  }

  const { data, isPending, isPlaceholderData, isFetching, error, refetch } = useQuery({
    queryKey: taskKeys.list(spaceId, name),
    queryFn:
      spaceId === null
        ? skipToken
        : (): Promise<TaskPage> => api.tasks.list({ query: inputOf(query, spaceId) }),
    placeholderData: (previous: TaskPage | undefined) => guess() ?? previous,
    // what changed while nothing on screen showed tasks is unknown
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
