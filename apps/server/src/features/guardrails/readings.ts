/** The ways in which a text is read: as it is written, and as somebody reads it who looks through disguises. */
import type { Range } from './found.ts'
import { plainTextOf } from './plain-text.ts'

export interface Reading {
  readonly text: string
  /** The range of the text as written that a range of this reading was read from. */
  rangeOf(start: number, end: number): Range
}

/**
 * As it is written comes first: without an unseen break before it, a token may look like the end of a word.
 */
export function readingsOf(text: string): readonly Reading[] {
  const written: Reading = { text, rangeOf: (start, end) => ({ start, end }) }
  const plain = plainTextOf(text)
  return plain === undefined ? [written] : [written, plain]
}

/** What several readings show, once. */
export function withoutRepeats<Part extends Range & { readonly words: string }>(
  found: readonly Part[],
): Part[] {
  const byRange = new Map(found.map((part) => [`${part.words} ${part.start} ${part.end}`, part]))
  return [...byRange.values()]
}
