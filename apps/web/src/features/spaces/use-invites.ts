import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { runningSpaces as words } from '../../strings/running-spaces.ts'
import { announce } from '../../ui/announce.ts'
import { spaceKeys } from './keys.ts'

/** Created invites have no event. */
const REFETCH_MS = 10_000

/** The invites of a space, for its admins. */
export function useInvites(spaceId: string) {
  const { api } = useServices()
  return useQuery({
    queryKey: spaceKeys.invites(spaceId),
    queryFn: () => api.spaces.invites({ params: { id: spaceId } }),
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
  })
}

/** Revokes invites, one at a time. */
export function useEndInvite(spaceId: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (inviteId: string) =>
      api.spaces.revokeInvite({ params: { id: spaceId, invite_id: inviteId } }),
    onSuccess: () => announce(words.inviteEnded),
    onSettled: () => queryClient.invalidateQueries({ queryKey: spaceKeys.invites(spaceId) }),
  })
  return {
    end: mutate,
    endingId: isPending ? variables : null,
    failure: error && detailOf(error, words.endFailed),
  }
}
