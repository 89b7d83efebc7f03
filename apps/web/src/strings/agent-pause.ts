/** Strings that say who paused an agent; loaded with the agents page. */
export const pausedBy = {
  owner: (owner: string) => `Paused by @${owner}`,
  administrator: 'Paused by an administrator',
  global: 'Paused with all managed agents',
} as const
