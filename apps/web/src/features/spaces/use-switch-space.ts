import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { api } from '../../api/browser.ts'
import { useToast } from '../../ui/toast-store.ts'
import { spaceKeys } from './keys.ts'
import { enter, sayAfterReload } from './switching.ts'
import type { Switched } from '@flockwork/contract/spaces'

/** Makes a space current and loads the page anew in it; the toast shows after that (decisions 13.2). */
export function useSwitchSpace(): UseMutationResult<Switched, Error, string> {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (spaceId: string) => api.spaces.switch({ body: { org_id: spaceId } }),
    onSuccess: async (switched) => {
      enter(switched)
      sayAfterReload({ title: 'Space Switched', description: `Switched to ${switched.org_name}` })
      await queryClient.invalidateQueries({ queryKey: spaceKeys.mine, refetchType: 'none' })
      location.assign(switched.organization.is_personal ? '/home' : '/')
    },
    onError: (error) =>
      toast({ title: 'Error', description: detailOf(error, 'Failed to switch space'), tone: 'bad' }),
  })
}
