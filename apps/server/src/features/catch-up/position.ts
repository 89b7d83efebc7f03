/** Which part of a space's sequence an answer is about, as a cursor: opaque to callers. Pure. */
import { invalid } from '../../platform/errors.ts'
import type { Span } from './material.ts'

const CURSOR = /^k1([us])\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,8})$/

/** `k1u.` with what was unread before, `k1s.` without; after, until, as of, and what to skip. */
export function cursorOf({ after, until, asOf, withUnread, skip }: Span): string {
  const numbers = [after, until, asOf, skip].map((number) => number.toString(36))
  return [`k1${withUnread ? 'u' : 's'}`, ...numbers].join('.')
}

/** @throws Invalid for anything but a cursor of ours, and for a position that the space hasn't reached. */
export function readCursor(text: string, head: number): Span {
  const [, kind, ...parts] = CURSOR.exec(text) ?? []
  const [after = 0, until = -1, asOf = 0, skip = 0] = parts.map((part) => Number.parseInt(part, 36))
  // a cursor of another space may be further, and so is one from before a backup was restored
  if (kind === undefined || until < after || until > head) {
    throw invalid(['query', 'cursor'], 'Must be a cursor from an earlier answer about the same space')
  }
  return { after, until, asOf, withUnread: kind === 'u', skip }
}
