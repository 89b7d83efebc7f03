/** Names of this room's queries. */
export const settingsKeys = {
  devices: ['settings', 'devices'] as const,
  apps: ['settings', 'apps'] as const,
  notices: ['settings', 'notices'] as const,
}
