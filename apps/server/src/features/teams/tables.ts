/** Tables of this room that hold what belongs to one space: first what points to the other. */
export const TEAM_TABLES = ['agent_teams', 'teams'] as const
