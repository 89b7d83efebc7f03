import { reportRoutes as routes, type Report } from '@flockwork/contract/reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { usePages } from '../../api/use-pages.ts'
import { spaceReports as words } from '../../strings/space-reports.ts'
import { announce } from '../../ui/announce.ts'
import { spaceKeys } from './keys.ts'

/** Polled: spaces other than the current one have no events. */
const REFETCH_MS = 30_000

/** The number of open reports of a space; undefined for none, and for anyone but its admins. */
export function useOpenReports(spaceId: string, isAdmin: boolean): number | undefined {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: spaceKeys.reportCounts,
    queryFn: ({ signal }) => api.call(routes.counts, { signal }),
    enabled: isAdmin,
    refetchInterval: REFETCH_MS,
  })
  return isAdmin ? data?.counts.find(({ org_id: id }) => id === spaceId)?.open : undefined
}

/** The reports of a space, the newest first. */
export function useReports(spaceId: string, state: 'open' | 'closed') {
  const { api } = useServices()
  return usePages({
    queryKey: [...spaceKeys.reports(spaceId), state],
    fetchPage: (cursor, signal) =>
      api.call(routes.list, {
        params: { id: spaceId },
        query: { state, ...(cursor !== null && { cursor }) },
        signal,
      }),
    refetchOnWindowFocus: true,
  })
}

type Action = 'keep' | 'delete'

/** Keeps or deletes a reported message, one at a time. */
export function useResolveReport(spaceId: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ report, action }: { report: Report; action: Action }) =>
      api.call(routes.resolve, { params: { id: spaceId, report_id: report.id }, body: { action } }),
    onSuccess: ({ state }) => announce(state === 'kept' ? words.kept : words.deleted),
    onSettled: () =>
      Promise.all(
        [spaceKeys.reports(spaceId), spaceKeys.reportCounts].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return {
    resolve: mutate,
    resolving: isPending ? { id: variables.report.id, action: variables.action } : null,
    failure: error && detailOf(error, words.resolveFailed),
  }
}
