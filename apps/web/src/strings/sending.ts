/** Strings of a pending message, in a file that the initial chunk can import alone. */
export const sending = {
  tooOld: 'This was written more than a day ago.',
  refusedUntil: (reason: string, when: string) => `${reason}. Try again ${when}.`,
} as const
