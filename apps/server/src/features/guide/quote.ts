const SHOWN_MAX_CHARS = 60
const INVISIBLE = /[\p{C}\p{Z}]+/gu

/**
 * Text that somebody wrote, as code: in an answer it names nobody, files nothing under a topic and formats
 * nothing. One line, cut where it is long.
 */
export function quoted(text: string): string {
  const line = text.replaceAll(INVISIBLE, ' ').replaceAll('`', "'").trim()
  const chars = [...line]
  const shown = chars.length > SHOWN_MAX_CHARS ? `${chars.slice(0, SHOWN_MAX_CHARS - 1).join('')}…` : line
  return shown === '' ? '(unnamed)' : `\`${shown}\``
}
