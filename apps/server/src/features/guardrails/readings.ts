/** The forms of a text that are checked: as written, and without disguises. */
import type { Range } from './found.ts'
import { plainTextOf } from './plain-text.ts'

export interface Reading {
  readonly text: string
  /** Maps a range of this reading to the text as written. */
  rangeOf(start: number, end: number): Range
}

/**
 * The text as written comes first: without an invisible break before it, a token may look like the end of a word.
 */
export function readingsOf(text: string): readonly Reading[] {
  const written: Reading = { text, rangeOf: (start, end) => ({ start, end }) }
  const plain = plainTextOf(text)
  return plain === undefined ? [written] : [written, plain]
}

/** Removes duplicates found in several readings. */
export function withoutRepeats<Part extends Range & { readonly words: string }>(
  found: readonly Part[],
): Part[] {
  const byRange = new Map(found.map((part) => [`${part.words} ${part.start} ${part.end}`, part]))
  return [...byRange.values()]
}
