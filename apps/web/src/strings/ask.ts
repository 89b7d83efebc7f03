/** Strings of confirmation dialogs and notices; loaded with them. */
export const ask = { cancel: 'Cancel', ok: 'OK' } as const
