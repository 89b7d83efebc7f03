import { lazyPart } from '../../../ui/lazy-part.tsx'

/** In a chunk of its own: it comes when it is opened. */
export const TeamDialogPart = lazyPart(async () => (await import('./team-dialog.tsx')).TeamDialog)
