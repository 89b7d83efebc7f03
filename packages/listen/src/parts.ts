/** Splits an answer into messages. */
import { stripVTControlCharacters } from 'node:util'

/** A message's maximum length, in Unicode code points. */
export const PART_MAX_CHARS = 5000
/** A longer answer is truncated: nobody reads a book in a chat. */
export const PARTS_MAX = 10

const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u
/** How far back to look for the end of a line or word. */
const LOOK_BACK = 1000

export interface Parts {
  readonly parts: readonly string[]
  /** The number of left-out code points. */
  readonly leftOut: number
}

/**
 * Splits a text into messages: none if nothing of it is visible, several if it is too long for one. Terminal escapes
 * and characters that a message can't contain are removed.
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

/** Where to cut: after the last line end within reach, else the last word end, else at the limit. */
function cutBefore(text: readonly string[], maxChars: number): number {
  const from = Math.max(1, maxChars - LOOK_BACK)
  for (const breaks of [/\n/, /\s/]) {
    for (let at = maxChars; at >= from; at--) if (breaks.test(text[at] ?? '')) return at
  }
  return maxChars
}
