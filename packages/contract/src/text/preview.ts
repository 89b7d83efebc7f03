import { PARENT_PREVIEW_CHARS } from '../limits.ts'

/** What a reply quotes of the message it answers: its first hundred characters, whole ones. */
export function parentPreview(content: string): string {
  return [...content].slice(0, PARENT_PREVIEW_CHARS).join('')
}
