import type { Answer } from '@flockwork/contract/route'
import type { spaceRoutes } from '@flockwork/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { spaceKeys } from './keys.ts'

export interface Members {
  members: Answer<typeof spaceRoutes.members> | undefined
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** The people of a space. */
export function useMembers(spaceId: string): Members {
  const { api } = useServices()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: spaceKeys.members(spaceId),
    queryFn: () => api.spaces.members({ params: { id: spaceId } }),
  })
  return { members: data, isLoading: isPending, error, retry: () => void refetch() }
}
