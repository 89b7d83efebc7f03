/**
 * Text from outside is UTF-8 or refused: a decoder with replacement characters would store another text than was sent,
 * and two different texts might become equal (docs/rules/requests.md#encoding).
 */
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { NotUtf8 } from './errors.ts'

const NOT_ASCII = /\P{ASCII}/u
const ESCAPES = /(?:%[\da-f]{2})+/gi

/**
 * Whether the escapes of a URL or a form decode to UTF-8 and the rest is ASCII, as RFC 3986 requires. A `%` that begins
 * no escape stands for itself.
 */
export function isUtf8Escaped(text: string): boolean {
  if (NOT_ASCII.test(text)) return false
  if (!text.includes('%')) return true
  return text.match(ESCAPES)?.every((run) => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) ?? true
}

/** The headers that are compared, stored or shown as text. */
const TEXT_HEADERS = [
  'authorization',
  'idempotency-key',
  'last-event-id',
  'user-agent',
  'x-agent-name',
  'x-device-id',
] as const

/** Reads the headers that are text as UTF-8; Node.js reads each byte as a character. @throws NotUtf8 */
export function decodeTextHeaders(headers: IncomingHttpHeaders): void {
  for (const name of TEXT_HEADERS) {
    const value = headers[name]
    if (typeof value !== 'string' || !NOT_ASCII.test(value)) continue
    const bytes = Buffer.from(value, 'latin1')
    if (!isUtf8(bytes)) throw new NotUtf8(`The header ${name}`)
    headers[name] = bytes.toString()
  }
}

/** The text of a body. @throws NotUtf8 */
export function decodeBody(body: Buffer): string {
  if (!isUtf8(body)) throw new NotUtf8('The body')
  return body.toString()
}
