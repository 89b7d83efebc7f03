import type { Answer } from '@flockwork/contract/route'
import type { spaceRoutes } from '@flockwork/contract/spaces'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useToast } from '../../ui/toast-store.ts'

export interface InviteTerms {
  expiresHours?: number
  /** Null: unlimited. */
  maxUses?: number | null
}

export type Invite = Answer<typeof spaceRoutes.invite>

/** Makes an invite code for a space. It is shown once: the server keeps only its hash. */
export function useInvite(spaceId: string): UseMutationResult<Invite, Error, InviteTerms> {
  const { api } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ expiresHours, maxUses }: InviteTerms) =>
      api.spaces.invite({
        params: { id: spaceId },
        body: { expires_hours: expiresHours ?? null, max_uses: maxUses ?? null },
      }),
    onError: (error) =>
      toast({ title: 'Error', description: detailOf(error, 'Failed to create invite'), tone: 'bad' }),
  })
}
