/** Strings for creating a space; loaded with the dialog. */
export const createSpace = {
  limitText: (visibility: string) => `You've reached your limit for ${visibility} spaces`,
} as const
