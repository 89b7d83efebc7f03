import { expect, test } from 'vitest'
import { manualTimers } from '../api/manual-timers.ts'
import type { LiveEvent } from './apply-event.ts'
import { openLive } from './live.ts'
import { readStream, STALE_MS, type StreamEnd, type StreamRequest } from './stream.ts'

/** A live space over streams that the test holds in its hands. */
function setUp(token: () => string | null = () => 'token') {
  const timers = manualTimers()
  const streams: { request: StreamRequest; end: (end: StreamEnd) => void }[] = []
  const statuses: string[] = []
  const received: LiveEvent[] = []
  const refused: boolean[] = []
  let forbidden = 0
  const live = openLive(
    {
      read: (request) => new Promise((resolve) => streams.push({ request, end: resolve })),
      freshToken: async (isRefused) => {
        refused.push(isRefused)
        return token()
      },
      deviceId: () => 'laptop',
      checkToken: () => {},
      timers,
    },
    {
      spaceId: 's1',
      onEvents: (events) => received.push(...events),
      onConnection: ({ status }) => statuses.push(status),
      onForbidden: () => (forbidden += 1),
    },
  )
  return { live, timers, streams, statuses, received, refused, forbidden: () => forbidden }
}

const event = (id: number | null): LiveEvent => ({ name: 'message', id, data: {} })

test('a stream that broke off goes on from its position', async () => {
  const { timers, streams, statuses, received } = setUp()
  await timers.pass(0)
  streams[0]?.request.onOpen()
  streams[0]?.request.onEvents([event(4), event(5), event(null)])
  streams[0]?.end({ kind: 'closed' })
  await timers.pass(250)

  expect(streams.map(({ request }) => request.position)).toEqual([null, '5'])
  expect(statuses).toEqual(['connecting', 'connected', 'connecting'])
  expect(received).toHaveLength(3)
})

test('a refused token is exchanged before the next attempt', async () => {
  const { timers, streams, refused } = setUp()
  await timers.pass(0)
  streams[0]?.end({ kind: 'refused', status: 401 })
  await timers.pass(250)
  expect(refused).toEqual([false, true])
  expect(streams).toHaveLength(2)
})

test('without a token it tries again later', async () => {
  let token: string | null = null
  const { timers, streams } = setUp(() => token)
  await timers.pass(0)
  expect(streams).toHaveLength(0)
  token = 'token'
  await timers.pass(250)
  expect(streams).toHaveLength(1)
})

test('a space that one was removed from is reported and left alone', async () => {
  const { timers, streams, forbidden, statuses } = setUp()
  await timers.pass(0)
  streams[0]?.end({ kind: 'refused', status: 404 })
  await timers.pass(40_000)
  expect([streams.length, forbidden(), statuses.at(-1)]).toEqual([1, 1, 'error'])
})

test('coming back online leaves the old stream, and what it still brings is not applied', async () => {
  const { live, timers, streams, received } = setUp()
  await timers.pass(0)
  live.cameOnline()
  await timers.pass(0)
  streams[0]?.request.onEvents([event(1)])
  expect(streams[0]?.request.signal.aborted).toBe(true)
  expect([streams.length, received.length]).toEqual([2, 0])
})

test('closed is closed', async () => {
  const { live, timers, streams } = setUp()
  await timers.pass(0)
  live.close()
  streams[0]?.end({ kind: 'closed' })
  await timers.pass(100_000)
  expect(streams).toHaveLength(1)
  expect(timers.waits()).toEqual([])
})

/** Reads a stream of the test's making. */
function readFrom(response: (signal: AbortSignal | null | undefined) => Response) {
  const timers = manualTimers()
  const sent: { url: string; headers: Headers }[] = []
  const events: LiveEvent[] = []
  const stop = new AbortController()
  let opened = 0
  const end = readStream(
    {
      timers,
      fetch: async (url, init) => {
        sent.push({ url: typeof url === 'string' ? url : '', headers: new Headers(init?.headers) })
        return response(init?.signal)
      },
    },
    {
      spaceId: 's 1',
      token: 'secret',
      position: '12',
      deviceId: 'laptop',
      signal: stop.signal,
      onOpen: () => (opened += 1),
      onEvents: (some) => events.push(...some),
    },
  )
  return { end, timers, sent, events, stop, opened: () => opened }
}

test('the token and the position travel in headers, never in the address', async () => {
  const text = 'id: 13\nevent: message\ndata: {"a":1}\n\nevent: ping\ndata: {}\n\nevent: broken\ndata: {\n\n'
  const { end, sent, events, opened } = readFrom(() => new Response(text))
  expect(await end).toEqual({ kind: 'closed' })
  expect(sent[0]?.url).toBe('/api/sse/messages?org_id=s%201')
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(sent[0]?.headers.get('last-event-id')).toBe('12')
  expect(opened()).toBe(1)
  expect(events).toEqual([
    { name: 'message', id: 13, data: { a: 1 } },
    { name: 'ping', id: null, data: {} },
  ])
})

test('a silent stream is dead after 60 s', async () => {
  const { end, timers } = readFrom((signal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  await timers.pass(STALE_MS)
  expect(await end).toEqual({ kind: 'stale' })
})

test('a refused stream says with what', async () => {
  const { end, opened } = readFrom(() => new Response('{}', { status: 401 }))
  expect(await end).toEqual({ kind: 'refused', status: 401 })
  expect(opened()).toBe(0)
})
