import { PARENT_PREVIEW_CHARS } from '../limits.ts'

/** The quote of a reply's parent: its first hundred characters, without splitting one. */
export function parentPreview(content: string): string {
  return [...content].slice(0, PARENT_PREVIEW_CHARS).join('')
}
