import { adminViolationRoutes as routes, type Violation } from '@flockwork/contract/admin/violations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { adminViolations as words } from '../../../strings/admin-violations.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { adminKeys } from '../keys.ts'

/** Resolves a violation; the list and the counts are refetched. */
export function useResolve(onResolved: (violation: Violation) => void) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: Pick<Violation, 'id'>) => api.call(routes.resolve, { params: { id } }),
    onSuccess: ({ violation }) => {
      toast({ title: words.resolvedDone, tone: 'good' })
      onResolved(violation)
    },
    onError: (error) =>
      toast({ title: words.resolveFailed, description: detailOf(error, words.tryAgain), tone: 'bad' }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: adminKeys.violations }),
        queryClient.invalidateQueries({ queryKey: adminKeys.stats }),
      ]),
  })
}
