/** This room's query keys. */
export const settingsKeys = {
  devices: ['settings', 'devices'] as const,
  apps: ['settings', 'apps'] as const,
  notices: ['settings', 'notices'] as const,
}
