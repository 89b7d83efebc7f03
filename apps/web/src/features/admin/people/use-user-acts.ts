import { adminPeopleRoutes as routes, type AdminUser } from '@flockwork/contract/admin/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { adminKeys } from '../keys.ts'
import type { UserAct } from './acts.ts'
import type { Result } from './use-result.ts'

export type Change = Exclude<UserAct, 'resetLink'>

interface Wanted {
  readonly user: AdminUser
  readonly act: Change
}

const DONE = {
  makeAdmin: words.promoted,
  removeAdmin: words.demoted,
  activate: words.activated,
  deactivate: words.deactivated,
} as const

/** Changes a user's role or status, and reports the result. */
export function useUserActs(show: (result: Result) => void) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ user: { id }, act }: Wanted) =>
      act === 'makeAdmin' || act === 'removeAdmin'
        ? api.call(routes.setRole, { params: { id }, body: { role: act === 'makeAdmin' ? 'admin' : 'user' } })
        : api.call(routes.setStatus, { params: { id }, body: { is_active: act === 'activate' } }),
    onSuccess: ({ username }, { act }) => show({ text: DONE[act](username), isGood: true }),
    onError: (error, { act }) => {
      const text = act === 'makeAdmin' || act === 'removeAdmin' ? words.roleFailed : words.statusFailed
      // the server explains its refusals
      const why = error instanceof ApiError && error.status < 500 ? `. ${detailOf(error, '')}` : ''
      show({ text: text + why, isGood: false })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: adminKeys.people }),
        queryClient.invalidateQueries({ queryKey: adminKeys.stats }),
      ]),
  })
}
