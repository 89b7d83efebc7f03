import type { Space } from '@flockwork/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { spaceKeys } from './keys.ts'

const REFETCH_MS = 60_000
const STALE_MS = 30_000

export interface PublicSpaces {
  /** Public spaces that the user isn't in yet; undefined while loading. */
  spaces: readonly Space[] | undefined
  isFailed: boolean
  refetch: () => void
}

/** The spaces to discover. */
export function usePublicSpaces(): PublicSpaces {
  const { api } = useServices()
  const query = useQuery({
    queryKey: spaceKeys.public,
    queryFn: async () => (await api.spaces.listPublic()).organizations,
    refetchInterval: REFETCH_MS,
    staleTime: STALE_MS,
  })
  return {
    spaces: query.data?.filter(({ is_member }) => !is_member),
    isFailed: query.isError && !query.data,
    refetch: () => void query.refetch(),
  }
}
