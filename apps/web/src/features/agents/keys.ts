/** Names of this room's queries. */
export const agentKeys = {
  list: (spaceId: string | null) => ['agents', spaceId] as const,
}
