const SHORT_ID_CHARS = 8
const SHORT_ID_PATTERN = /^[0-9a-f]{8}$/i

/**
 * The part of an id that people and agents see and type (docs/rules/messages.md#short-ids): the part before the
 * first `-`, else the whole id when it has 8 characters or fewer, else its first 8.
 */
export function shortId(id: string): string {
  const dash = id.indexOf('-')
  return dash === -1 ? id.slice(0, SHORT_ID_CHARS) : id.slice(0, dash)
}

/** Whether `text` can be the short form of one of our ids: 8 hexadecimal digits, in any case. */
export function isShortId(text: string): boolean {
  return SHORT_ID_PATTERN.test(text)
}
