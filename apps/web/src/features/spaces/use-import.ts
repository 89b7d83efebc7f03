import { importRoutes, type Import } from '@flockwork/contract/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { spaceKeys } from './keys.ts'

export const importKey = ['imports', 'latest'] as const
const POLL_MS = 1000
/** Phases that proceed without the user. */
const AT_WORK: ReadonlySet<Import['state']> = new Set(['checking', 'running'])

/** Whether it is being cancelled: its result is unknown yet. */
export function isStopping({ state, ended_at: endedAt }: Import): boolean {
  return state === 'cancelled' && endedAt === null
}

/** The user's newest import, polled while the server works on it; null for none. */
export function useLatestImport(isShown: boolean) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: importKey,
    enabled: isShown,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<Import | null>(importKey)
      const { imports } = await api.call(importRoutes.list, { signal })
      const latest = imports[0] ?? null
      // the imported space is now one of theirs
      const isOver =
        before != null && latest?.id === before.id && before.ended_at === null && latest.ended_at !== null
      if (isOver) void queryClient.invalidateQueries({ queryKey: spaceKeys.mine })
      return latest
    },
    refetchInterval: ({ state: { data } }) =>
      data != null && (AT_WORK.has(data.state) || isStopping(data)) ? POLL_MS : false,
    staleTime: 0,
  })
  const set = (next: Import) => queryClient.setQueryData(importKey, next)
  return { ...query, set }
}
