/** The feed id of the demo; otherwise a feed id is the id of its space. */
export const DEMO_FEED = 'demo'

/** Keys of this room's queries. */
export const messageKeys = {
  newest: (spaceId: string) => ['messages', spaceId, 'newest'] as const,
  thread: (spaceId: string, rootId: string) => ['messages', spaceId, 'thread', rootId] as const,
  versions: (messageId: string, editCount: number) => ['messages', 'versions', messageId, editCount] as const,
  cause: (messageId: string) => ['messages', 'cause', messageId] as const,
  channels: (spaceId: string) => ['messages', spaceId, 'channels'] as const,
  filtered: (spaceId: string, filter: string) => ['messages', spaceId, 'filtered', filter] as const,
  waiting: (spaceId: string) => ['messages', spaceId, 'waiting'] as const,
}
