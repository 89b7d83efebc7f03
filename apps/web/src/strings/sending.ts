/** The words of a message that waits to be sent, which the start of the app knows of. Not joined with the others. */
export const sending = {
  refusedUntil: (reason: string, when: string) => `${reason}. Try again ${when}.`,
} as const
