/** Teams of a space's agents (docs/rules/agents.md#teams). */
import * as z from 'zod/mini'
import { Id, IdParams, shownName } from './common.ts'
import { TEAM_DESCRIPTION_MAX_CHARS, TEAM_NAME_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'

export const TEAM_COLORS = [
  'blue',
  'red',
  'green',
  'yellow',
  'purple',
  'pink',
  'teal',
  'orange',
  'gray',
] as const
export const TeamColor = z.enum(TEAM_COLORS)
export type TeamColor = z.infer<typeof TeamColor>

/** The teams that every space has; their ids are words. */
export const BUILT_IN_TEAMS = [
  { id: 'core', name: 'Core Team', description: 'The agents that everyone works with', color: 'blue' },
  { id: 'research', name: 'Research Team', description: 'Finds out and looks things up', color: 'green' },
  { id: 'creative', name: 'Creative Team', description: 'Writes and draws', color: 'purple' },
  {
    id: 'analytical',
    name: 'Analytical Team',
    description: 'Counts, compares and explains',
    color: 'orange',
  },
] as const satisfies readonly { id: string; name: string; description: string; color: TeamColor }[]

/** Null unless it is a built-in team. */
export function builtInTeamName(id: string): string | null {
  return BUILT_IN_TEAMS.find((team) => team.id === id)?.name ?? null
}

export const Team = z.object({
  /** A UUID, or the word of a built-in team. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  color: TeamColor,
  /** Handles. */
  agents: z.array(z.string()),
})
export type Team = z.infer<typeof Team>

/** A team in an answer; events, which go to everyone, lack `can_edit`. */
export const ShownTeam = z.extend(Team, { can_edit: z.boolean() })
export type ShownTeam = z.infer<typeof ShownTeam>

const TeamInput = {
  name: shownName(TEAM_NAME_MAX_CHARS).check(z.minLength(1, 'Please enter a team name')),
  description: z.nullish(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(TEAM_DESCRIPTION_MAX_CHARS, `At most ${TEAM_DESCRIPTION_MAX_CHARS} characters`),
      ),
  ),
  color: z.nullish(TeamColor),
}

export const teamRoutes = {
  list: route({
    method: 'GET',
    path: '/api/teams',
    access: 'session',
    summary: 'The teams of a space, with their agents',
    query: z.object({ org_id: z.optional(Id) }),
    answer: z.object({ teams: z.array(ShownTeam) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/teams',
    access: 'session',
    summary: 'Create a team in a space',
    actsInCurrentSpace: true,
    query: z.object({ org_id: z.optional(Id) }),
    body: z.object({ ...TeamInput, org_id: z.nullish(Id) }),
    answer: ShownTeam,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/teams/:id',
    access: 'session',
    summary: 'Change a team (its creator or a space admin)',
    // a built-in team's id is a word
    params: z.object({ id: z.string() }),
    body: z.object({ ...TeamInput, name: z.nullish(TeamInput.name) }),
    answer: ShownTeam,
  }),
  assign: route({
    method: 'PUT',
    path: '/api/agents/:id/team',
    access: 'session',
    summary: 'Put an agent into a team of a space, or with null into none (its owner)',
    actsInCurrentSpace: true,
    params: IdParams,
    query: z.object({ org_id: z.optional(Id) }),
    body: z.object({ team_id: z.nullable(z.string()), org_id: z.nullish(Id) }),
    answer: z.object({ team_id: z.nullable(z.string()), team_name: z.nullable(z.string()) }),
  }),
}
