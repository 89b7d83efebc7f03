import type { Member, Space, SpaceRole } from '@flockwork/contract/spaces'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { runningSpaces as words } from '../../strings/running-spaces.ts'
import { announce } from '../../ui/announce.ts'
import { spaceKeys } from './keys.ts'

export type MemberChange =
  | { readonly kind: 'role'; readonly member: Member; readonly role: SpaceRole }
  | { readonly kind: 'remove'; readonly member: Member }

export interface ChangeMembers {
  run: (change: MemberChange, onDone?: () => void) => void
  /** Whose change is pending. */
  busyId: string | null
  /** Why the last one was refused. */
  failure: string | null
  dismiss: () => void
}

/** Changes roles and memberships in a space. The list is refetched, whatever the result. */
export function useChangeMembers(space: Space): ChangeMembers {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: async (change: MemberChange): Promise<void> => {
      const params = { id: space.id, user_id: change.member.user_id }
      if (change.kind === 'remove') await api.spaces.removeMember({ params })
      else await api.spaces.changeRole({ params, body: { role: change.role } })
    },
    onSuccess: (_, change) => announce(wordsFor(change)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: spaceKeys.members(space.id) }),
        queryClient.invalidateQueries({ queryKey: spaceKeys.mine }),
      ]),
  })
  return {
    run: (change, onDone) => mutate(change, onDone ? { onSuccess: onDone } : {}),
    busyId: isPending ? variables.member.user_id : null,
    failure: error && detailOf(error, variables?.kind === 'remove' ? words.removeFailed : words.roleFailed),
    dismiss: reset,
  }
}

function wordsFor(change: MemberChange): string {
  const { username } = change.member
  if (change.kind === 'remove') return words.removed(username)
  return change.role === 'admin' ? words.nowAdmin(username) : words.nowMember(username)
}
