import { plainText } from '../../../ui/plain-text.ts'
import { shortened } from './shortened.ts'

/** Markdown for a preview's characters, also if most of it is addresses of links. */
const READ_CHARS = 1000

/** The beginning of a message without Markdown syntax, on one line: at most `maxChars` code points and an ellipsis. */
export function previewOf(content: string, maxChars: number): string {
  const beginning = content.slice(0, READ_CHARS)
  // a text of nothing but syntax is shown as it is
  return shortened(plainText(beginning) || beginning, maxChars)
}
