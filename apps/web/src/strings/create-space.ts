/** The words of making a space alone; its dialog brings them itself. */
export const createSpace = {
  limitText: (visibility: string) => `You've reached your limit for ${visibility} spaces`,
} as const
