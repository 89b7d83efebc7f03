import { BUILT_IN_TEAMS, TeamColor, type Team } from '@flockwork/contract/teams'
import type { Db } from '../../platform/database.ts'
import type { EventToRecord } from '../../platform/outbox.ts'
import * as repository from './repository.ts'

/**
 * The teams of a space, the built-in ones in front, then the oldest first; each with its agents that are there, as
 * the viewer knows them, or with null as everyone does.
 */
export async function readTeams(db: Db, spaceId: string, viewerId: string | null): Promise<Team[]> {
  const made = await repository.listTeams(db, spaceId)
  const agents = await repository.listAgents(db, spaceId, viewerId)
  const agentsOf = (id: string) => agents.filter(({ team }) => team === id).map(({ handle }) => handle)
  const builtIn = BUILT_IN_TEAMS.map((team): Team => ({ ...team, agents: agentsOf(team.id) }))
  return [...builtIn, ...made.map((team) => ({ ...presentTeam(team), agents: agentsOf(team.id) }))]
}

function presentTeam({ id, name, description, color }: repository.TeamRow): Omit<Team, 'agents'> {
  return { id, name, description, color: TeamColor.parse(color) }
}

/** What the space is told of teams as they are now. */
export function teamEvents(teams: readonly Team[]): EventToRecord[] {
  return teams.map((team) => ({ name: 'space_update', payload: { action: 'team', team } }))
}
