/** Parser of server-sent events (HTML Standard, `text/event-stream`); no other file imports `eventsource-parser`. */
import { createParser } from 'eventsource-parser'

export interface SseEvent {
  /** `message` when the stream names none. */
  readonly name: string
  readonly data: string
  /** The id in this event itself; null for none. */
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
