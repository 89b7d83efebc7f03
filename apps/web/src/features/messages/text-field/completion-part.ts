import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The names that fit what is being typed, in a chunk of its own. */
export const CompletionPart = lazyPart(async () => (await import('./completion-list.tsx')).CompletionList)
