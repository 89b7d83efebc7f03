import { expect, test } from 'vitest'
import { createSseParser } from './sse-parser.ts'

const STREAM = [
  '\uFEFF:\n\nevent: identity_bootstrap\ndata: {"a":1}\n\n',
  'id: 7\r\nevent: message\r\ndata: {"text":"é",\r\ndata: "b":2}\r\n\r\n',
  'event: ping\ndata:{}\n\nid: 9\rdata: last\r\r\n',
].join('')

const EVENTS = [
  { name: 'identity_bootstrap', data: '{"a":1}', id: null },
  { name: 'message', data: '{"text":"é",\n"b":2}', id: '7' },
  { name: 'ping', data: '{}', id: null },
  { name: 'message', data: 'last', id: '9' },
]

test.for([1, 2, 3, 5, 1000])('events are the same in chunks of %i characters', (size) => {
  const parse = createSseParser()
  const pieces = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, index) =>
    STREAM.slice(index * size, (index + 1) * size),
  )
  expect(pieces.flatMap(parse)).toEqual(EVENTS)
})

test('an incomplete event at the end of the stream is dropped', () => {
  expect(createSseParser()('id: 1\nevent: message\ndata: {"half":')).toEqual([])
})
