import type { TaskOverview } from '@flockwork/contract/tasks'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Client } from '../../../api/client.ts'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskKeys } from './keys.ts'
import { useUpkeep } from './use-upkeep.ts'

/** The query of a space's task overview. */
export function overviewQuery(api: Client, spaceId: string | null) {
  return queryOptions({
    queryKey: taskKeys.overview(spaceId),
    queryFn: spaceId === null ? skipToken : () => api.tasks.overview({ query: { org_id: spaceId } }),
    // offline it fails, so that the components can say so
    networkMode: 'always',
    refetchOnReconnect: 'always',
  })
}

export interface Overview {
  /** Undefined while loading. */
  overview: TaskOverview | undefined
  isLoading: boolean
  isFetching: boolean
  /** The last error; loaded data stays. */
  error: Error | null
  refetch: () => Promise<void>
}

/** Counts, attention, completions and workload over all tasks of the current space, live. */
export function useOverview(): Overview {
  const { api } = useServices()
  const { spaceId } = useSignedIn()
  useUpkeep()
  const { data, isPending, isFetching, error, refetch } = useQuery({
    ...overviewQuery(api, spaceId),
    refetchOnMount: 'always',
  })
  return {
    overview: data,
    isLoading: isPending,
    isFetching,
    error,
    refetch: async () => void (await refetch()),
  }
}
