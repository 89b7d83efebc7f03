import { lazyPart } from '../../../../ui/lazy-part.tsx'

/** The question before sending, in a chunk of its own. */
export const PreSendPart = lazyPart(async () => (await import('./pre-send-dialog.tsx')).PreSendDialog)
