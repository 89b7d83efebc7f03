import { BUILT_IN_TEAMS, teamRoutes, type ShownTeam, type Team } from '@flockwork/contract/teams'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { teamKeys } from '../keys.ts'

const STALE_MS = 15_000

/** The four default teams, for when the server sends none. */
const DEFAULT_TEAMS: readonly ShownTeam[] = BUILT_IN_TEAMS.map((team) => ({
  ...team,
  agents: [],
  can_edit: false,
}))

/** The teams of a space, by default the current one. */
export function useTeams(named?: string): readonly ShownTeam[] {
  const { api } = useServices()
  const onScreen = useSignedIn().spaceId
  const spaceId = named ?? onScreen
  const { data } = useQuery({
    queryKey: teamKeys.list(spaceId),
    queryFn: spaceId === null ? skipToken : () => api.call(teamRoutes.list, { query: { org_id: spaceId } }),
    staleTime: STALE_MS,
  })
  return data?.teams ?? DEFAULT_TEAMS
}

/** A default team: every space has it, and nobody can edit it. */
export function isBuiltIn({ id }: Pick<Team, 'id'>): boolean {
  return BUILT_IN_TEAMS.some((team) => team.id === id)
}
