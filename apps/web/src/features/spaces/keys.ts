/** This room's query keys. */
export const spaceKeys = {
  mine: ['spaces', 'mine'] as const,
  public: ['spaces', 'public'] as const,
  slots: ['spaces', 'slots'] as const,
  members: (spaceId: string) => ['spaces', spaceId, 'members'] as const,
  bounds: (spaceId: string) => ['spaces', spaceId, 'bounds'] as const,
  invites: (spaceId: string) => ['spaces', spaceId, 'invites'] as const,
  reports: (spaceId: string) => ['spaces', spaceId, 'reports'] as const,
  reportCounts: ['spaces', 'report-counts'] as const,
  roster: (spaceId: string) => ['spaces', spaceId, 'roster'] as const,
}
