import { isHandle, normaliseHandle } from './handles.ts'
import { findInProse } from './find-in-prose.ts'

/** `start` is the position of the `@`, `end` the one after the handle, in UTF-16 units. */
export interface MentionMark {
  handle: string
  start: number
  end: number
}

const MENTION = /(?<![\p{L}\p{M}\p{N}_/.@])@([A-Za-z0-9_-]*[A-Za-z0-9_])/gu

/**
 * The mentions in a text: `@` not preceded by a letter, a digit, `_`, `/`, `.` or `@`, and the whole run of handle
 * characters after it, lower-case, without a trailing `-`; never in code, a URL or a block quote.
 *
 * A run that can't be a handle is left out. A valid but unknown handle is still returned: whether it
 * exists is for the caller to look up and report. In order, including repeats.
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
