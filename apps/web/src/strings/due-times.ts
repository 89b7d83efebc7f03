/** The words of when something is due. Loaded by what shows it. */
export const dueTimes = {
  inMinutes: (count: number) => `in ${count} min`,
} as const
