/** Reads the text of an event stream piece by piece, wherever the pieces were cut. */

export interface SseEvent {
  /** `message` when the stream names none. */
  name: string
  data: string
  /** The last id the stream has given so far; null when none. */
  id: string | null
  /** Whether this very event carried an id. */
  hasId: boolean
}

/** @returns a function that takes the next piece and answers the events it completed. */
export function createSseParser(): (piece: string) => SseEvent[] {
  let rest = ''
  let isFirst = true
  let id: string | null = null
  let name = ''
  let data: string[] = []
  let hasId = false

  function line(text: string): SseEvent | null {
    if (text === '') return finish()
    const colon = text.indexOf(':')
    if (colon === 0) return null
    const field = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(colon + (text[colon + 1] === ' ' ? 2 : 1))
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) {
      id = value
      hasId = true
    }
    return null
  }

  function finish(): SseEvent | null {
    const event = data.length > 0 ? { name: name || 'message', data: data.join('\n'), id, hasId } : null
    name = ''
    data = []
    hasId = false
    return event
  }

  return (piece) => {
    rest += isFirst ? piece.replace(/^\uFEFF/, '') : piece
    if (piece !== '') isFirst = false
    // a CR at the end may be the first half of a CRLF
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length
    const lines = rest.slice(0, end).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(end)
    return lines.map(line).filter((event) => event !== null)
  }
}
