/** Strings for stopping an agent that the server runs. */
export const stopWork = {
  stop: 'Stop',
  stopping: 'Stopping',
  stopOne: (name: string) => `Stop ${name}`,
  failed: 'It could not be stopped',
} as const
