/** Makes messages of what an agent says. */
import { stripVTControlCharacters } from 'node:util'

/** What a message holds at most, in Unicode code points. */
export const PART_MAX_CHARS = 5000
/** A longer answer is cut off here: nobody reads a book in a chat. */
export const PARTS_MAX = 10

const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u
/** A cut looks so far back for the end of a line or a word. */
const LOOK_BACK = 1000

export interface Parts {
  readonly parts: readonly string[]
  /** Code points that didn't fit. */
  readonly leftOut: number
}

/**
 * The messages that a text becomes: none when there is nothing to see, several when it is too long for one.
 * Colours of a terminal and characters that no message can hold are taken out.
 */
export function partsOf(text: string, maxChars = PART_MAX_CHARS, maxParts = PARTS_MAX): Parts {
  let rest = [...stripVTControlCharacters(text).replaceAll('\0', '').toWellFormed().trim()]
  const parts: string[] = []
  while (rest.length > 0 && parts.length < maxParts) {
    const end = rest.length <= maxChars ? rest.length : cutBefore(rest, maxChars)
    const part = rest.slice(0, end).join('').trim()
    if (!NOTHING_TO_SEE.test(part)) parts.push(part)
    rest = [...rest.slice(end).join('').trim()]
  }
  return { parts, leftOut: rest.length }
}

/** Where to cut: after the last line that ends in reach, else after the last word, else right there. */
function cutBefore(text: readonly string[], maxChars: number): number {
  const from = Math.max(1, maxChars - LOOK_BACK)
  for (const breaks of [/\n/, /\s/]) {
    for (let at = maxChars; at >= from; at--) if (breaks.test(text[at] ?? '')) return at
  }
  return maxChars
}
