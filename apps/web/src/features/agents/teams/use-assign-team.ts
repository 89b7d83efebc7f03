import { teamRoutes } from '@flockwork/contract/teams'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { teams as words } from '../../../strings/teams.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { updateCachedAgent } from '../cached-agents.ts'
import { teamKeys } from '../keys.ts'

interface Assigned {
  team_id: string | null
  team_name: string | null
}

/** Assigns an agent to a team of the space where it is shown; null removes it from its team. */
export function useAssignTeam(
  agentId: string,
  spaceId: string | undefined,
): UseMutationResult<Assigned, Error, string | null> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (teamId: string | null) =>
      api.call(teamRoutes.assign, { params: { id: agentId }, body: { team_id: teamId, org_id: spaceId } }),
    onSuccess(assigned) {
      updateCachedAgent(queryClient, agentId, (agent) => ({ ...agent, ...assigned }))
      void queryClient.invalidateQueries({ queryKey: teamKeys.list(spaceId ?? null) })
    },
    onError: (error) => toast({ title: words.assignFailed(detailOf(error, words.tryAgain)), tone: 'bad' }),
  })
}
