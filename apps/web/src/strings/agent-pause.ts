/** Who paused an agent. Not joined with the others: only the agents' page says it. */
export const pausedBy = {
  owner: (owner: string) => `Paused by @${owner}`,
  administrator: 'Paused by an administrator',
  global: 'Paused with all managed agents',
} as const
