import type { Answer } from '@flockwork/contract/route'
import type { spaceRoutes } from '@flockwork/contract/space-routes'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useToast } from '../../ui/toast-store.ts'
import { spaceKeys } from './keys.ts'

export interface InviteTerms {
  expires_hours: number
  /** Null: unlimited. */
  max_uses: number | null
}

export type Invite = Answer<typeof spaceRoutes.invite>

interface NewInvite {
  spaceId: string
  terms: InviteTerms
}

/** Creates an invite code for a space. It is shown once: the server stores only its hash. */
export function useInvite(): UseMutationResult<Invite, Error, NewInvite> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ spaceId, terms }) => api.spaces.invite({ params: { id: spaceId }, body: terms }),
    onSuccess: (_invite, { spaceId }) =>
      void queryClient.invalidateQueries({ queryKey: spaceKeys.invites(spaceId) }),
    onError: (error) =>
      toast({ title: 'Error', description: detailOf(error, 'Failed to create invite'), tone: 'bad' }),
  })
}
