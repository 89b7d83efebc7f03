/** The words of questions and notices before one goes on. Not joined with the others. */
export const ask = { cancel: 'Cancel', ok: 'OK' } as const
