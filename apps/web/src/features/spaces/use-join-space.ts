import type { Switched } from '@flockwork/contract/spaces'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import { reloadInto } from './reload-into.ts'

/** Joins a space by its invite code: its token replaces the current one, as after a switch. */
export function useJoinSpace(): UseMutationResult<Switched, Error, string> {
  const { api } = useServices()
  return useJoining((inviteCode) => api.spaces.join({ body: { invite_code: inviteCode.trim() } }))
}

/** Joins a public space by its id. */
export function useJoinPublicSpace(): UseMutationResult<Switched, Error, string> {
  const { api } = useServices()
  return useJoining((spaceId) => api.spaces.joinPublic({ body: { org_id: spaceId } }))
}

function useJoining(join: (which: string) => Promise<Switched>): UseMutationResult<Switched, Error, string> {
  const services = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { errorTitle, joinFailed } = strings.spaces
  return useMutation({
    mutationFn: join,
    onSuccess: (switched) => reloadInto(services, queryClient, switched),
    onError: (error) => toast({ title: errorTitle, description: detailOf(error, joinFailed), tone: 'bad' }),
  })
}
