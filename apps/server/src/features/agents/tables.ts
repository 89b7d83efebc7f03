/** Tables of this room that hold what belongs to one space. */
export const AGENT_TABLES = ['post_counts'] as const
