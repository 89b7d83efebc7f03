import { teamRoutes, type Team, type TeamColor } from '@flockwork/contract/teams'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { agentKeys, teamKeys } from '../keys.ts'

export interface TeamValues {
  name: string
  description: string
  color: TeamColor
}

/** Creates a team in a space (by default the current one), or updates the team with this id. */
export function useSaveTeam(
  teamId: string | null,
  named?: string,
): UseMutationResult<Team, Error, TeamValues> {
  const { api } = useServices()
  const onScreen = useSignedIn().spaceId
  const spaceId = named ?? onScreen
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TeamValues) =>
      teamId === null
        ? api.call(teamRoutes.create, { body: { ...body, org_id: spaceId } })
        : api.call(teamRoutes.update, { params: { id: teamId }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: teamKeys.list(spaceId) })
      void queryClient.invalidateQueries({ queryKey: agentKeys.all })
    },
  })
}
