import type { Answer } from '@flockwork/contract/route'
import type { spaceRoutes } from '@flockwork/contract/spaces'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useToast } from '../../ui/toast-store.ts'

export interface InviteTerms {
  expires_hours: number
  /** Null: unlimited. */
  max_uses: number | null
}

export type Invite = Answer<typeof spaceRoutes.invite>

/** Makes an invite code for a space. It is shown once: the server keeps only its hash. */
export function useInvite(spaceId: string): UseMutationResult<Invite, Error, InviteTerms> {
  const { api } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: InviteTerms) => api.spaces.invite({ params: { id: spaceId }, body }),
    onError: (error) =>
      toast({ title: 'Error', description: detailOf(error, 'Failed to create invite'), tone: 'bad' }),
  })
}
