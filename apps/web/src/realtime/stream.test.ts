import { expect, test } from 'vitest'
import type { LiveEvent } from './apply-event.ts'
import { readStream } from './stream.ts'

const STREAM = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }

/** Reads a stream made by the test. */
function readFrom(response: (signal: AbortSignal | null | undefined) => Response) {
  const sent: { url: string; headers: Headers }[] = []
  const batches: LiveEvent[][] = []
  const stop = new AbortController()
  let lives = 0
  const end = readStream(
    {
      fetch: async (url, init) => {
        sent.push({ url: typeof url === 'string' ? url : '', headers: new Headers(init?.headers) })
        return response(init?.signal)
      },
    },
    {
      spaceId: 's 1',
      token: 'secret',
      cursor: '12',
      deviceId: 'laptop',
      signal: stop.signal,
      onBytes: () => (lives += 1),
      onEvents: (some) => batches.push(some),
    },
  )
  return { end, sent, batches, stop, lives: () => lives }
}

test('the token and the cursor are sent in headers, never in the URL', async () => {
  const { end, sent } = readFrom(() => new Response('', STREAM))
  expect(await end).toEqual({ kind: 'closed' })
  expect(sent[0]?.url).toBe('/api/sse/messages?org_id=s%201')
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(sent[0]?.headers.get('last-event-id')).toBe('12')
})

test('malformed events are dropped, the rest is passed on together', async () => {
  const text = [
    'id: 13\nevent: message\ndata: {"a":1}\n\n',
    'event: ping\ndata: {}\n\n',
    'id: 14\nevent: broken\ndata: {\n\n',
    'id: fourteen\nevent: odd\ndata: 1\n\n',
    'id: 1e400\nevent: huge\ndata: 2\n\n',
    'id: -1\nevent: negative\ndata: 3\n\n',
    'id:\nevent: empty\ndata: 4\n\n',
  ].join('')
  const { end, batches } = readFrom(() => new Response(text, STREAM))
  await end
  expect(batches).toEqual([
    [
      { name: 'message', id: 13, data: { a: 1 } },
      { name: 'ping', id: null, data: {} },
      { name: 'odd', id: null, data: 1 },
      { name: 'huge', id: null, data: 2 },
      { name: 'negative', id: null, data: 3 },
      { name: 'empty', id: null, data: 4 },
    ],
  ])
})

test('a comment counts as a heartbeat, not as an event', async () => {
  const { end, batches, lives } = readFrom(() => new Response(':\n\n', STREAM))
  await end
  expect([batches, lives()]).toEqual([[], 2])
})

test.for([
  { status: 401, headers: {}, body: '{}', retryAfterMs: null },
  { status: 429, headers: { 'retry-after': '7' }, body: '{"retry_after":9}', retryAfterMs: 7000 },
  { status: 429, headers: { 'ratelimit-reset': '8' }, body: '{"retry_after":9}', retryAfterMs: 8000 },
  { status: 429, headers: {}, body: '{"retry_after":9}', retryAfterMs: 9000 },
  { status: 429, headers: {}, body: '<html>', retryAfterMs: null },
  { status: 503, headers: { 'retry-after': '3', 'ratelimit-reset': '50' }, body: '{}', retryAfterMs: 3000 },
  { status: 503, headers: { 'ratelimit-reset': '50' }, body: '{}', retryAfterMs: null },
])(
  'refused with $status it says so, and to wait $retryAfterMs ms',
  async ({ status, headers, body, retryAfterMs }) => {
    const init: ResponseInit = { status, headers: { ...headers } }
    const { end } = readFrom(() => new Response(body, init))
    expect(await end).toEqual({ kind: 'refused', status, retryAfterMs })
  },
)

test("a page instead of a stream, such as a captive portal's, is an error", async () => {
  const page = { headers: { 'content-type': 'text/html' } }
  const { end, batches } = readFrom(() => new Response('data: {}\n\n', page))
  expect([await end, batches]).toMatchObject([{ kind: 'failed' }, []])
})

test('an aborted stream ends, whatever the server does', async () => {
  const { end, stop } = readFrom((signal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, STREAM)
  })
  stop.abort()
  expect(await end).toEqual({ kind: 'closed' })
})

test('an interrupted stream reports why', async () => {
  const broken = new Error('the network changed')
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(broken) })
  const { end } = readFrom(() => new Response(body, STREAM))
  expect(await end).toEqual({ kind: 'failed', error: broken })
})
