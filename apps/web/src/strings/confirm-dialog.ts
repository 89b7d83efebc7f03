/** Strings of confirmation dialogs and notices; loaded with them. */
export const confirmDialog = { cancel: 'Cancel', ok: 'OK' } as const
