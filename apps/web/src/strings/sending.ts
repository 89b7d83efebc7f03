/** The words of a message that waits to be sent, which the start of the app knows of. Not joined with the others. */
export const sending = {
  tooOld: 'This was written more than a day ago.',
  refusedUntil: (reason: string, when: string) => `${reason}. Try again ${when}.`,
} as const
