/** The parser of server-sent events (HTML Standard, `text/event-stream`): `eventsource-parser`, and nobody else imports it. */
import { createParser } from 'eventsource-parser'

export interface SseEvent {
  /** `message` when the stream names none. */
  readonly name: string
  readonly data: string
  /** The id that this very event carries; null for none. */
  readonly id: string | null
}

/** @returns a function that takes the next chunk and returns the events that it completes. */
export function createSseParser(): (chunk: string) => SseEvent[] {
  let events: SseEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data, id }) => events.push({ name: event ?? 'message', data, id: id ?? null }),
  })

  return (chunk) => {
    events = []
    parser.feed(chunk)
    return events
  }
}
