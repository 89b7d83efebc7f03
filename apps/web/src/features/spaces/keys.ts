/** Names of this room's queries. */
export const spaceKeys = {
  mine: ['spaces', 'mine'] as const,
  public: ['spaces', 'public'] as const,
  slots: ['spaces', 'slots'] as const,
  members: (spaceId: string) => ['spaces', spaceId, 'members'] as const,
  roster: (spaceId: string) => ['spaces', spaceId, 'roster'] as const,
}
