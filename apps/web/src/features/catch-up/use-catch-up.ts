import { catchUpRoutes, type CatchUp, type CatchUpItem } from '@flockwork/contract/catch-up'
import { useServices } from '../../api/services.ts'
import { usePages } from '../../api/use-pages.ts'
import type { CatchUpRequest } from './request.ts'

export interface Missed {
  /** Undefined while loading. */
  answer: CatchUp | undefined
  /** Of all loaded pages. */
  addressed: readonly CatchUpItem[]
  isLoading: boolean
  /** The last error; loaded data stays. */
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  isMoreFailed: boolean
  loadMore: () => void
  refetch: () => void
}

/** What the user missed in the space; further pages have more of what is addressed to them. */
export function useCatchUp(spaceId: string | null, { since, tokens }: CatchUpRequest): Missed {
  const { api } = useServices()
  const { pages, moreError, ...list } = usePages({
    queryKey: ['catch-up', spaceId, since ?? null, tokens],
    fetchPage: (cursor, signal) =>
      api.call(catchUpRoutes.get, {
        query: {
          ...(spaceId !== null && { org_id: spaceId }),
          ...(since !== undefined && { since }),
          tokens: String(tokens),
          ...(cursor !== null && { cursor }),
        },
        signal,
      }),
    // it describes one moment: every mount refetches
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  })
  return {
    ...list,
    answer: pages?.[0],
    addressed: pages?.flatMap((page) => page.addressed) ?? [],
    isMoreFailed: moreError !== null,
  }
}
