/** Teams: how a space groups its agents. Each space has its own, beside the built-in ones. */
export { teamsApi } from './routes.ts'

/** The tables of this room with rows of one space, for its purge: referencing tables first. */
export const TEAM_TABLES = ['agent_teams', 'teams'] as const
