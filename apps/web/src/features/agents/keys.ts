/** Names of this room's queries. */
export const agentKeys = {
  list: (spaceId: string | null) => ['agents', spaceId] as const,
  summaries: (spaceId: string | null) => ['agents', spaceId, 'summaries'] as const,
}
