import { expect, test } from 'vitest'
import { manualTimers } from '../api/manual-timers.ts'
import type { LiveEvent } from './apply-event.ts'
import { createLatencyMeter } from './latency.ts'
import { openLive } from './live.ts'
import type { StreamEnd, StreamRequest } from './stream.ts'

interface Options {
  token?: () => string | null
  cursor?: number | null
}

/** A live space over streams that the test controls. */
async function setUp({ token = () => 'token', cursor = null }: Options = {}) {
  const timers = manualTimers()
  const streams: { request: StreamRequest; end: (end: StreamEnd) => void; at: number }[] = []
  const statuses: string[] = []
  const received: LiveEvent[] = []
  const refused: (string | null)[] = []
  const slow: boolean[] = []
  const counts = { forbidden: 0, sessionChecks: 0, tokenChecks: 0 }
  const live = openLive(
    {
      read: (request) => new Promise((end) => streams.push({ request, end, at: timers.now() })),
      freshToken: async (refusedToken) => {
        refused.push(refusedToken)
        return token()
      },
      checkSession: () => (counts.sessionChecks += 1),
      deviceId: () => 'laptop',
      checkToken: () => (counts.tokenChecks += 1),
      latency: createLatencyMeter({
        now: timers.now,
        uptime: timers.now,
        onChange: (isSlow) => slow.push(isSlow),
      }),
      timers,
    },
    {
      spaceId: 's1',
      cursor,
      onEvents: (events) => received.push(...events),
      onConnection: ({ status }) => statuses.push(status),
      onForbidden: () => (counts.forbidden += 1),
    },
  )
  await timers.pass(0)
  return {
    live,
    timers,
    streams,
    statuses,
    received,
    refused,
    slow,
    counts,
    /** The stream that was opened last. */
    brings(...events: LiveEvent[]) {
      streams.at(-1)?.request.onBytes()
      streams.at(-1)?.request.onEvents(events)
    },
    ends: (end: StreamEnd) => streams.at(-1)?.end(end),
  }
}

const event = (id: number | null): LiveEvent => ({ name: 'message', id, data: {} })
const ping = (at: number): LiveEvent => ({
  name: 'ping',
  id: null,
  data: { server_time: new Date(at).toISOString() },
})
const CLOSED: StreamEnd = { kind: 'closed' }
const refusal = (status: number, retryAfterMs: number | null = null): StreamEnd => ({
  kind: 'refused',
  status,
  retryAfterMs,
})

test('an interrupted stream resumes from its cursor, after 250 ms', async () => {
  const { timers, streams, statuses, received, brings, ends } = await setUp()
  brings(event(4), event(5), event(null))
  ends(CLOSED)
  await timers.pass(249)
  expect(streams).toHaveLength(1)
  await timers.pass(1)

  expect(streams.map(({ request }) => request.cursor)).toEqual([null, '5'])
  expect(statuses).toEqual(['connecting', 'connected', 'connecting', 'connecting'])
  expect(received).toHaveLength(3)
})

test('a client with state resumes after its cursor', async () => {
  const { streams } = await setUp({ cursor: 41 })
  expect(streams[0]?.request.cursor).toBe('41')
})

test('a server that lost its sequence assigns new numbers: they replace the cursor, even if lower', async () => {
  const { timers, streams, brings, ends } = await setUp({ cursor: 900 })
  brings({ name: 'bootstrap', id: 12, data: { posts: [], reset: true } })
  ends(CLOSED)
  await timers.pass(250)
  expect(streams[1]?.request.cursor).toBe('12')
})

test('it is connected once an event has arrived, not at the response', async () => {
  const { streams, statuses, brings } = await setUp()
  streams[0]?.request.onBytes()
  expect(statuses).toEqual(['connecting'])
  brings(event(1))
  expect(statuses).toEqual(['connecting', 'connected'])
})

test('a stream that opens and stays silent is closed after 60 s', async () => {
  const { timers, streams, statuses } = await setUp()
  await timers.pass(59_999)
  expect(streams[0]?.request.signal.aborted).toBe(false)
  await timers.pass(1)
  expect([streams[0]?.request.signal.aborted, statuses.at(-1)]).toEqual([true, 'connecting'])
  await timers.pass(250)
  expect(streams).toHaveLength(2)
})

test('a stream stays open as long as something arrives within 60 s', async () => {
  const { timers, streams, brings } = await setUp()
  brings(event(1))
  for (let count = 0; count < 20; count += 1) {
    await timers.pass(59_999)
    brings(ping(0))
  }
  expect(streams).toHaveLength(1)
  await timers.pass(60_250)
  expect(streams.map(({ request }) => request.cursor)).toEqual([null, '1'])
})

test('a laptop that woke up reconnects as soon as the page is visible', async () => {
  const { live, timers, streams, brings, slow } = await setUp()
  brings(event(7))
  timers.sleep(3_600_000)
  live.wasShown()
  await timers.pass(0)
  expect(streams.map(({ request }) => request.cursor)).toEqual([null, '7'])
  brings(ping(timers.now()))
  live.wasShown()
  await timers.pass(0)
  expect([streams.length, slow]).toEqual([2, []])
})

test('showing the page in the periodic mode reconnects at once', async () => {
  const { live, timers, streams, statuses, ends } = await setUp()
  for (let count = 0; count <= 10; count += 1) {
    ends({ kind: 'failed', error: 'no server' })
    await timers.pass(count < 10 ? 30_000 : 0)
  }
  const before = streams.length
  expect([before, statuses.at(-1)]).toEqual([11, 'error'])
  live.wasShown()
  await timers.pass(0)
  expect(streams).toHaveLength(before + 1)
})

test('it tries ten times with a growing backoff, then every 30 s', async () => {
  const { timers, streams, statuses, ends } = await setUp()
  const waits: number[] = []
  const errorAfter: boolean[] = []
  for (let failure = 1; failure <= 13; failure += 1) {
    const failedAt = timers.now()
    ends({ kind: 'failed', error: 'no server' })
    await timers.pass(40_000)
    waits.push((streams.at(-1)?.at ?? 0) - failedAt)
    errorAfter.push(statuses.at(-1) === 'error')
  }
  expect(streams).toHaveLength(14)
  const doubling = [250, 500, 1000, 2000, 4000, 8000, 16_000]
  expect(waits).toEqual([...doubling, ...Array.from({ length: 6 }, () => 30_000)])
  expect(errorAfter.indexOf(true)).toBe(10)
  expect(errorAfter.slice(10)).toEqual([true, true, true])
})

test('a stream that opens and ends at once does not cause a tight loop', async () => {
  const { timers, streams, brings, ends } = await setUp()
  for (let passed = 0; passed < 120; passed += 1) {
    brings(event(null))
    ends(CLOSED)
    await timers.pass(1000)
  }
  // 250 and 500 ms within the first seconds, then longer each time
  expect(streams.length).toBeLessThan(15)
})

test('a rejected token is refreshed once; if rejected again, the session is checked', async () => {
  let current = 'old'
  const { timers, streams, refused, counts, brings, ends } = await setUp({
    token: () => current,
    cursor: 3,
  })
  ends(refusal(401))
  current = 'new'
  await timers.pass(250)
  expect(refused).toEqual([null, 'old'])
  expect(streams[1]?.request).toMatchObject({ token: 'new', cursor: '3' })

  ends(refusal(401))
  await timers.pass(500)
  expect([refused, counts.sessionChecks]).toEqual([[null, 'old', null], 1])

  // a token that worked for a while may be refreshed again
  brings(event(4))
  ends(refusal(401))
  await timers.pass(30_000)
  expect(refused.at(-1)).toBe('new')
})

test('without a token it tries again later', async () => {
  let token: string | null = null
  const { timers, streams } = await setUp({ token: () => token })
  expect(streams).toHaveLength(0)
  token = 'token'
  await timers.pass(250)
  expect(streams).toHaveLength(1)
})

test.for([403, 404])(
  'a space that one was removed from (%i) is reported, and retried periodically',
  async (status) => {
    const { timers, streams, counts, statuses, ends, brings } = await setUp()
    ends(refusal(status))
    await timers.pass(29_999)
    expect([streams.length, counts.forbidden, statuses.at(-1)]).toEqual([1, 1, 'error'])
    await timers.pass(1)
    expect(streams).toHaveLength(2)
    brings(event(1))
    expect(statuses.at(-1)).toBe('connected')
  },
)

test.for([
  { status: 429, retryAfter: 20_000 },
  { status: 503, retryAfter: 5000 },
])('with $status it waits for the Retry-After of $retryAfter ms', async ({ status, retryAfter }) => {
  const { live, timers, streams, ends } = await setUp()
  ends(refusal(status, retryAfter))
  await timers.pass(retryAfter - 1)
  live.wasShown()
  await timers.pass(0)
  expect(streams).toHaveLength(1)
  await timers.pass(1)
  expect(streams).toHaveLength(2)
})

test('coming back online closes the old stream, and its remaining events are not applied', async () => {
  const { live, timers, streams, received } = await setUp()
  live.cameOnline()
  await timers.pass(0)
  streams[0]?.request.onEvents([event(1)])
  streams[0]?.end(CLOSED)
  await timers.pass(10_000)
  expect(streams[0]?.request.signal.aborted).toBe(true)
  expect([streams.length, received.length]).toEqual([2, 0])
})

test('the token is checked every 60 s', async () => {
  const { live, timers, counts } = await setUp()
  await timers.pass(59_999)
  expect(counts.tokenChecks).toBe(0)
  await timers.pass(1)
  expect(counts.tokenChecks).toBe(1)
  await timers.pass(60_000)
  expect(counts.tokenChecks).toBe(2)
  live.close()
  await timers.pass(600_000)
  expect(counts.tokenChecks).toBe(2)
})

test('late pings are reported, and so is their end', async () => {
  const { timers, brings, slow } = await setUp()
  brings(ping(0))
  for (const lateMs of [0, 1501, 1501, 0]) {
    await timers.pass(30_000)
    brings(event(null), ping(timers.now() - lateMs))
  }
  expect(slow).toEqual([true, false])
})

test('a closed stream is never reopened', async () => {
  const { live, timers, streams, statuses, ends } = await setUp()
  live.close()
  ends(CLOSED)
  live.wasShown()
  live.cameOnline()
  await timers.pass(100_000)
  expect([streams.length, statuses.at(-1)]).toEqual([1, 'disconnected'])
  expect(timers.waits()).toEqual([])
})
