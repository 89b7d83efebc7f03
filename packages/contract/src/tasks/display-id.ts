/** Display ids such as `T-12`, by which people and agents name tasks (docs/rules/tasks.md#names). Pure. */
import { findInProse } from '../text/find-in-prose.ts'

export function displayId(number: number): string {
  return `T-${number}`
}

const DISPLAY_ID = /^#?t-([1-9]\d{0,8})$/i

/** The number in a name such as `T-12`, in any case; null for any other text. */
export function readDisplayId(text: string): number | null {
  const digits = DISPLAY_ID.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** `start` is the position of the `T`, `end` the one after the number, in UTF-16 units. */
export interface TaskMark {
  readonly number: number
  readonly start: number
  readonly end: number
}

// followed by an @ it is an e-mail address, whose local part has at most 64 characters
const IN_TEXT =
  /(?<![\p{L}\p{M}\p{N}_/.@#-])T-([1-9]\d{0,8})(?!-*[\p{L}\p{M}\p{N}_]|\.\p{N}|[\w.+-]{0,64}@)/gu

/**
 * The tasks that a text names: `T-` and a number, not part of a longer word or number, by the rules of place of a
 * mention. In order.
 */
export function parseTaskNames(text: string): TaskMark[] {
  if (!text.includes('T-')) return []
  return findInProse(text, IN_TEXT).map(({ name, start, end }) => ({ number: Number(name), start, end }))
}

/** The numbers of the tasks that a text names, each once, in order of first appearance. */
export function taskNumbersIn(text: string): number[] {
  return [...new Set(parseTaskNames(text).map(({ number }) => number))]
}
