import type { TaskOverview } from '@flockwork/contract/tasks'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Client } from '../../../api/client.ts'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskKeys } from './keys.ts'
import { useUpkeep } from './use-upkeep.ts'

/** The query of a space's tasks at a glance. */
export function overviewQuery(api: Client, spaceId: string | null) {
  return queryOptions({
    queryKey: taskKeys.overview(spaceId),
    queryFn: spaceId === null ? skipToken : () => api.tasks.overview({ query: { org_id: spaceId } }),
    // offline it fails, and whoever shows it says so
    networkMode: 'always',
    refetchOnReconnect: 'always',
  })
}

export interface Overview {
  /** Undefined until it is known. */
  overview: TaskOverview | undefined
  isLoading: boolean
  isFetching: boolean
  /** The last error; what was loaded before stays. */
  error: Error | null
  refetch: () => Promise<void>
}

/** Counts, attention, completions and workload over all tasks of the space on screen, live. */
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
