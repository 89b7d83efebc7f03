import type { Task } from '@flockwork/contract/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { removeTask, replaceTask } from './cached-tasks.ts'
import { taskKeys } from './keys.ts'

export interface TaskCache {
  /** Shows `task` from a response, or optimistically. */
  replace: (task: Task) => void
  remove: (task: Pick<Task, 'id' | 'space_id'>) => void
  /** Refetches what is on screen: counts, lists, open tasks. */
  refetch: () => Promise<void>
}

/** Updates every cached copy of a task after the user's own actions. The functions have a stable identity. */
export function useTaskCache(): TaskCache {
  const { tokens } = useServices()
  const { spaceId, profile } = useSignedIn()
  const { username: handle } = profile
  const queryClient = useQueryClient()
  return useMemo(
    () => ({
      replace: (task) => replaceTask(queryClient, task, { handle, now: tokens.serverNow() }),
      remove: ({ id, space_id }) => removeTask(queryClient, space_id, id),
      refetch: () => queryClient.invalidateQueries({ queryKey: taskKeys.space(spaceId) }),
    }),
    [queryClient, tokens, spaceId, handle],
  )
}
