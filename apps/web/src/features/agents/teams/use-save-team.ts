import type { Team, TeamColor } from '@flockwork/contract/teams'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { api } from '../../../api/browser.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { agentKeys, teamKeys } from '../keys.ts'

export interface TeamValues {
  name: string
  description: string
  color: TeamColor
}

/** Makes a team in the space on screen, or changes the one with this id. */
export function useSaveTeam(teamId: string | null): UseMutationResult<Team, Error, TeamValues> {
  const { spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TeamValues) =>
      teamId === null
        ? api.teams.create({ body: { ...body, org_id: spaceId } })
        : api.teams.update({ params: { id: teamId }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: teamKeys.list(spaceId) })
      void queryClient.invalidateQueries({ queryKey: agentKeys.all })
    },
  })
}
