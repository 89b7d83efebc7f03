import type { Switched } from '@flockwork/contract/spaces'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { api } from '../../api/browser.ts'
import { useToast } from '../../ui/toast-store.ts'
import { enter, sayAfterReload } from './switching.ts'

/** Joins a space by its invite code and loads the page anew in it. */
export function useJoinSpace(): UseMutationResult<Switched, Error, string> {
  const toast = useToast()
  return useMutation({
    mutationFn: (inviteCode: string) => api.spaces.join({ body: { invite_code: inviteCode.trim() } }),
    onSuccess: (switched) => {
      enter(switched)
      sayAfterReload({ title: 'Space Switched', description: `Switched to ${switched.org_name}` })
      location.assign(switched.organization.is_personal ? '/home' : '/')
    },
    onError: (error) =>
      toast({ title: 'Error', description: detailOf(error, 'Failed to join organization'), tone: 'bad' }),
  })
}
