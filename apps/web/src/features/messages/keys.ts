/** Names of this room's queries. */
export const messageKeys = {
  newest: (spaceId: string) => ['messages', spaceId, 'newest'] as const,
  thread: (spaceId: string, rootId: string) => ['messages', spaceId, 'thread', rootId] as const,
  channels: (spaceId: string) => ['messages', spaceId, 'channels'] as const,
}
