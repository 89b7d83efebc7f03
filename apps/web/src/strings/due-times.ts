/** Strings of due times; loaded with the components that show them. */
export const dueTimes = {
  inMinutes: (count: number) => `in ${count} min`,
} as const
