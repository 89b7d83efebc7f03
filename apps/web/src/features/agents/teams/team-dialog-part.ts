import { lazyPart } from '../../../ui/lazy-part.tsx'

/** A separate chunk, loaded when the dialog is opened. */
export const TeamDialogPart = lazyPart(async () => (await import('./team-dialog.tsx')).TeamDialog)
