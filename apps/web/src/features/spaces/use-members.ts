import type { Member } from '@flockwork/contract/spaces'
import { useServices } from '../../api/services.ts'
import { usePages } from '../../api/use-pages.ts'
import { useDialogRefetch } from './use-dialog-refetch.ts'
import { spaceKeys } from './keys.ts'

export interface Members {
  /** Sorted by join date; undefined until the first page has loaded. */
  members: readonly Member[] | undefined
  isLoading: boolean
  /** The last error; loaded members stay. */
  error: Error | null
  retry: () => void
  hasMore: boolean
  isLoadingMore: boolean
  isMoreFailed: boolean
  loadMore: () => void
}

/** The people of a space, paginated; with `isNeeded` false nothing is fetched. */
export function useMembers(spaceId: string, isNeeded = true): Members {
  const { api } = useServices()
  const { pages, moreError, refetch, ...list } = usePages({
    enabled: isNeeded,
    ...useDialogRefetch(spaceId),
    queryKey: spaceKeys.members(spaceId),
    fetchPage: (cursor, signal) =>
      api.spaces.members({ params: { id: spaceId }, query: cursor === null ? {} : { cursor }, signal }),
  })
  return {
    ...list,
    members: pages?.flatMap(({ members }) => members),
    retry: refetch,
    isMoreFailed: moreError !== null,
  }
}
