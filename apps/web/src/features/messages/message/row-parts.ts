/** Parts that only one row at a time shows, each in a chunk of its own. */
import { lazyPart } from '../../../ui/lazy-part.tsx'

export const EditPart = lazyPart(async () => (await import('../editing/edit-box.tsx')).EditBox)
export const ToolbarPart = lazyPart(async () => (await import('./message-toolbar.tsx')).MessageToolbar)
