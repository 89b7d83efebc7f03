import { isHandle, normaliseHandle } from './handles.ts'
import { findInProse } from './find-in-prose.ts'

/** `start` is the place of the `@`, `end` the place after the handle, in UTF-16 units. */
export interface MentionMark {
  handle: string
  start: number
  end: number
}

const MENTION = /(?<![\p{L}\p{M}\p{N}_/.@])@([A-Za-z0-9_-]*[A-Za-z0-9_])/gu

/**
 * Who a text names: `@` not preceded by a letter, a digit, `_`, `/`, `.` or `@`, and the whole run of handle
 * characters after it, lower-case, without a `-` at its end; never in code, an address or a block quote.
 *
 * A run that can't be a handle is left out. One that can, and is nobody's, is still reported: whether it
 * names someone is for the caller to look up, and to say. In order, repeats included.
 */
export function parseMentions(text: string): MentionMark[] {
  if (!text.includes('@')) return []

  return findInProse(text, MENTION).flatMap(({ name, start, end }) => {
    const handle = normaliseHandle(name)
    return isHandle(handle) ? [{ handle, start, end }] : []
  })
}

/** The handles that a text mentions, each once, in order of first appearance. */
export function handlesIn(text: string): string[] {
  return [...new Set(parseMentions(text).map(({ handle }) => handle))]
}
