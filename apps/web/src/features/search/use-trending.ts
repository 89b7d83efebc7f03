import { TRENDING_MAX, TRENDING_SHOWN } from '@flockwork/contract/limits'
import { searchRoutes, type TopicCount } from '@flockwork/contract/search'
import { useQuery } from '@tanstack/react-query'
import { useServices, type AppServices } from '../../api/services.ts'
import { searchKeys } from './keys.ts'

const STALE_MS = 60_000

export interface Trending {
  /** Most frequent first; undefined while loading. */
  topics: readonly TopicCount[] | undefined
  isLoading: boolean
  isFailed: boolean
  refetch: () => void
}

/** A space's trending topics: fifteen fetched, twelve shown (docs/rules/search.md#trending). */
export function useTrending(spaceId: string): Trending {
  const services = useServices()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: searchKeys.trending(spaceId),
    queryFn: () => fetchTrending(services, spaceId),
    staleTime: STALE_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    networkMode: 'always',
  })
  return {
    topics: data?.slice(0, TRENDING_SHOWN),
    isLoading: isPending,
    isFailed: isError && data === undefined,
    refetch: () => void refetch(),
  }
}

async function fetchTrending({ api }: AppServices, spaceId: string): Promise<readonly TopicCount[]> {
  const query = { org_id: spaceId, limit: TRENDING_MAX }
  const { success, trending_topics: topics, error } = await api.call(searchRoutes.trending, { query })
  if (!success) throw new Error(error ?? '')
  return topics
}
