/** Incremental parser of server-sent events (HTML Standard, `text/event-stream`). The listener has no dependencies, so no library. */

export interface StreamEvent {
  readonly name: string
  readonly data: string
  /** The last `id` that was sent: the cursor to resume from. */
  readonly lastEventId: string
}

/** @returns a function that takes the next chunk and calls `onEvent` for each complete event. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = ''
  let name = ''
  let data: string[] = []
  let lastEventId = ''
  let isFirst = true

  const takeLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n'), lastEventId })
      name = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) lastEventId = value
  }

  return (piece) => {
    let text = rest + piece
    if (isFirst && text !== '') {
      isFirst = false
      text = text.replace(/^\uFEFF/, '')
    }
    // a CR at the end may be half of a CRLF
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = whole.split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '') + text.slice(whole.length)
    for (const line of lines) takeLine(line)
  }
}
