/** The cursor of an answer, which encodes its span; opaque to callers. Pure. */
import { invalid } from '../../platform/errors.ts'
import type { Span } from './material.ts'

const CURSOR = /^k1([us])\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,8})$/

/** `k1u.` with earlier unread deliveries, `k1s.` without; then after, until, as of, and skip. */
export function cursorOf({ after, until, asOf, withUnread, skip }: Span): string {
  const numbers = [after, until, asOf, skip].map((number) => number.toString(36))
  return [`k1${withUnread ? 'u' : 's'}`, ...numbers].join('.')
}

/** @throws Invalid for anything but a cursor of ours, and for a position beyond the head. */
export function readCursor(text: string, head: number): Span {
  const [, kind, ...parts] = CURSOR.exec(text) ?? []
  const [after = 0, until = -1, asOf = 0, skip = 0] = parts.map((part) => Number.parseInt(part, 36))
  // a cursor of another space, or from before a backup was restored, may be ahead
  if (kind === undefined || until < after || until > head) {
    throw invalid(['query', 'cursor'], 'Must be a cursor from an earlier answer about the same space')
  }
  return { after, until, asOf, withUnread: kind === 'u', skip }
}
