import { BUILT_IN_TEAMS, TeamColor, type ShownTeam, type Team } from '@flockwork/contract/teams'
import type { Db } from '../../platform/database.ts'
import type { NewEvent } from '../../platform/outbox.ts'
import { requireMember } from '../spaces/index.ts'
import * as repository from './repository.ts'

interface TeamWithCreator {
  readonly team: Team
  /** Null for a built-in team, and for one whose creator's account was deleted. */
  readonly creatorId: string | null
}

/** The teams of a space as its events have them: without viewer-specific data. */
export async function readTeams(db: Db, spaceId: string): Promise<Team[]> {
  return (await listTeams(db, spaceId, null)).map(({ team }) => team)
}

/** The teams of a space as this member sees them. @throws NotFound for anyone but its members. */
export async function readTeamsFor(db: Db, spaceId: string, viewerId: string): Promise<ShownTeam[]> {
  const membership = await requireMember(db, spaceId, viewerId)
  const all = await listTeams(db, spaceId, viewerId)
  return all.map(({ team, creatorId }) => ({
    ...team,
    can_edit: !isBuiltIn(team) && mayEdit({ accountId: viewerId, role: membership.role }, creatorId),
  }))
}

/** A custom team may be changed by its creator and the admins of its space (docs/rules/agents.md#teams). */
export function mayEdit(
  { accountId, role }: { readonly accountId: string; readonly role: string | null },
  creatorId: string | null,
): boolean {
  return role === 'admin' || creatorId === accountId
}

const isBuiltIn = ({ id }: Team) => BUILT_IN_TEAMS.some((team) => team.id === id)

/** The built-in teams first, then the others, oldest first, each with its agents in the space. */
async function listTeams(db: Db, spaceId: string, viewerId: string | null): Promise<TeamWithCreator[]> {
  const rows = await repository.listTeams(db, spaceId)
  const agents = await repository.listAgents(db, spaceId, viewerId)
  const agentsOf = (id: string) => agents.filter(({ team }) => team === id).map(({ handle }) => handle)
  return [
    ...BUILT_IN_TEAMS.map((team) => ({ team: { ...team, agents: agentsOf(team.id) }, creatorId: null })),
    ...rows.map((row) => ({
      team: { ...presentTeam(row), agents: agentsOf(row.id) },
      creatorId: row.created_by,
    })),
  ]
}

function presentTeam({ id, name, description, color }: repository.TeamRow): Omit<Team, 'agents'> {
  return { id, name, description, color: TeamColor.parse(color) }
}

/** The space's events with the current state of teams. */
export function teamEvents(teams: readonly Team[]): NewEvent[] {
  return teams.map((team) => ({ name: 'space_update', payload: { action: 'team', team } }))
}
