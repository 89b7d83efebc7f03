/**
 * Cursors of a feed: opaque to callers, a number of the space's sequence to us
 * (docs/rules/messages.md#pages-and-cursors).
 */
import { invalid } from '../../../platform/errors.ts'

/** The years 1 to 9999, which the database knows and RFC 3339 can write. */
const TIME_MIN_MS = Date.parse('0001-01-01')
const TIME_MAX_MS = Date.UTC(9999, 11, 31)

const CURSOR = /^c1\.([0-9a-z]{1,11})$/

export function cursorAt(seq: number): string {
  return `c1.${seq.toString(36)}`
}

/** @throws Invalid for anything that isn't a cursor of ours. */
export function readCursor(text: string, field: string): number {
  const seq = parseCursor(text)
  if (seq === undefined) throw invalid(['query', field], 'Must be a cursor from an earlier answer')
  return seq
}

/** The start of a poll: a number of the sequence, or a time. */
export type Since = { readonly seq: number } | { readonly at: Date }

/** A cursor, or a plain time. @throws Invalid */
export function readSince(text: string): Since {
  const seq = parseCursor(text)
  if (seq !== undefined) return { seq }
  const at = new Date(/^\d+$/.test(text) ? Number(text) : text)
  const isTime = at.getTime() >= TIME_MIN_MS && at.getTime() <= TIME_MAX_MS
  if (!isTime) throw invalid(['query', 'since'], 'Must be a cursor or a time')
  return { at }
}

function parseCursor(text: string): number | undefined {
  const digits = CURSOR.exec(text)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 36)
}
