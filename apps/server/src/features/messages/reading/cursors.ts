/**
 * Cursors of a feed: opaque to callers; a number of the space's sequence to us
 * (docs/rules/messages.md#pages-and-cursors).
 */
import { invalid } from '../../../platform/errors.ts'

/** The years 1 to 9999, which both the database and RFC 3339 support. */
const TIME_MIN_MS = Date.parse('0001-01-01')
const TIME_MAX_MS = Date.UTC(9999, 11, 31)

const CURSOR = /^c1\.([0-9a-z]{1,11})(?:\.([0-9a-z]{1,11}))?$/

/**
 * A cursor after everything up to `seq`; with `message` inside the change `seq`, of which only messages up to
 * that number were returned.
 */
export function cursorAt(seq: number, message?: number): string {
  return message === undefined ? `c1.${seq.toString(36)}` : `c1.${seq.toString(36)}.${message.toString(36)}`
}

/** @throws Invalid for anything that isn't a cursor of ours. */
export function readCursor(text: string, field: string): number {
  const cursor = parseCursor(text)
  if (cursor === undefined) throw invalid(['query', field], 'Must be a cursor from an earlier answer')
  return cursor.message === undefined ? cursor.seq : cursor.seq - 1
}

/** A number of the sequence; with `message` within the change of that number, after that message. */
interface Cursor {
  readonly seq: number
  readonly message?: number
}

/** The start of a poll: a cursor, or a time. */
export type Since = Cursor | { readonly at: Date }

/** A cursor, or a plain time. @throws Invalid */
export function readSince(text: string): Since {
  const cursor = parseCursor(text)
  if (cursor !== undefined) return cursor
  const at = new Date(/^\d+$/.test(text) ? Number(text) : text)
  const isTime = at.getTime() >= TIME_MIN_MS && at.getTime() <= TIME_MAX_MS
  if (!isTime) throw invalid(['query', 'since'], 'Must be a cursor or a time')
  return { at }
}

function parseCursor(text: string): Cursor | undefined {
  const [, seq, message] = CURSOR.exec(text) ?? []
  if (seq === undefined) return undefined
  return {
    seq: Number.parseInt(seq, 36),
    ...(message !== undefined && { message: Number.parseInt(message, 36) }),
  }
}
