import type { Space } from '@flockwork/contract/spaces'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, AuthUnavailable } from '../../api/api-error.ts'
import { spaceKeys } from './keys.ts'

const REFETCH_MS = 30_000
const STALE_MS = 10_000
const RETRIES = 2

/** The query of the user's spaces (docs/rules/interface.md#cache). */
export function spacesQuery(queryFn: () => Promise<readonly Space[]>) {
  return queryOptions({
    queryKey: spaceKeys.mine,
    queryFn,
    refetchInterval: REFETCH_MS,
    staleTime: STALE_MS,
    // offline it fails with an error, instead of staying paused forever
    networkMode: 'always',
    refetchOnReconnect: 'always',
    refetchOnWindowFocus: true,
    // without a token a retry is pointless: the next token triggers a refetch
    retry: (failures, error) =>
      failures < RETRIES &&
      !(error instanceof AuthUnavailable) &&
      !(error instanceof ApiError && error.status === 401),
  })
}
