import type { Switched } from '@flockwork/contract/spaces'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import { reloadInto } from './reload-into.ts'

/**
 * Makes a space current and reloads the page in it, at `path` or at its feed; the toast shows after that
 * (docs/rules/spaces.md#switching).
 */
export function useSwitchSpace(path?: string): UseMutationResult<Switched, Error, string> {
  const services = useServices()
  const { api } = services
  const queryClient = useQueryClient()
  const toast = useToast()
  const { errorTitle, switchFailed } = strings.spaces
  return useMutation({
    mutationFn: (spaceId: string) => api.spaces.switch({ body: { org_id: spaceId } }),
    onSuccess: (switched) => reloadInto(services, queryClient, switched, path),
    onError: (error) => toast({ title: errorTitle, description: detailOf(error, switchFailed), tone: 'bad' }),
  })
}
