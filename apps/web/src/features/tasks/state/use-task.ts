import type { Task } from '@flockwork/contract/tasks'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { cachedTask } from './cached-tasks.ts'
import { taskKeys } from './keys.ts'
import { useUpkeep } from './use-upkeep.ts'

const RETRIES = 1

export interface OneTask {
  /** Its last known state, even after its deletion; undefined while loading. */
  task: Task | undefined
  isLoading: boolean
  /** Deleted, or not visible to this user. */
  isGone: boolean
  /** The last error; loaded data stays. */
  error: Error | null
  refetch: () => Promise<void>
}

/** One task by id, live; nothing for null. It may be in another of the user's spaces: `task.space_id` says which. */
export function useTask(id: string | null): OneTask {
  const { api } = useServices()
  const { spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  useUpkeep()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: taskKeys.task(spaceId, id ?? ''),
    queryFn: id === null ? skipToken : () => api.tasks.get({ params: { id } }),
    placeholderData: () => (id === null ? undefined : cachedTask(queryClient, spaceId, id)),
    retry: (failures, reason) => failures < RETRIES && !(reason instanceof ApiError && reason.status < 500),
    refetchOnMount: 'always',
    networkMode: 'always',
    refetchOnReconnect: 'always',
  })
  return {
    task: data,
    isLoading: isPending,
    // the server refuses a malformed id instead of answering "not found"
    isGone: error instanceof ApiError && [403, 404, 422].includes(error.status),
    error,
    refetch: async () => void (await refetch()),
  }
}
