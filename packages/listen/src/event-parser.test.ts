import { expect, test } from 'vitest'
import { createEventParser, type StreamEvent } from './event-parser.ts'

function eventsIn(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const push = createEventParser((event) => events.push(event))
  for (const piece of pieces) push(piece)
  return events
}

const mention = { name: 'mention', data: '{"a":1}', lastEventId: '7' }

test.for([
  { text: 'id: 7\nevent: mention\ndata: {"a":1}\n\n', events: [mention], because: 'this is how we write it' },
  { text: 'id:7\r\nevent:mention\r\ndata:{"a":1}\r\n\r\n', events: [mention], because: 'CRLF ends lines' },
  { text: 'id: 7\revent: mention\rdata: {"a":1}\r\r\n', events: [mention], because: 'CR ends lines' },
  { text: '\uFEFFid: 7\nevent: mention\ndata: {"a":1}\n\n', events: [mention], because: 'a mark may begin' },
  { text: ':\n\n: hello\n\n', events: [], because: 'comments only keep the line alive' },
  { text: 'event: mention\n\n', events: [], because: 'nothing was said' },
  { text: 'event: mention\ndata: half', events: [], because: 'it is not whole yet' },
  {
    text: 'data: one\ndata:two\nretry: 5\ndata\n\n',
    events: [{ name: 'message', data: 'one\ntwo\n', lastEventId: '' }],
    because: 'data lines are joined, unknown fields ignored, and the name is message',
  },
  {
    text: 'id: 7\ndata: a\n\ndata: b\n\nid: x\0y\ndata: c\n\nid\ndata: d\n\n',
    events: ['7', '7', '7', ''].map((lastEventId, at) => ({
      name: 'message',
      data: 'abcd'.charAt(at),
      lastEventId,
    })),
    because: 'a position stands until another is sent, one with NUL is none, an empty one clears it',
  },
])('$because', ({ text, events }) => {
  expect(eventsIn(text)).toEqual(events)
  // the same, byte by byte
  expect(eventsIn(...text)).toEqual(events)
})
