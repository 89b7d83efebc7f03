import { expect, test } from 'vitest'
import { createLatencyMeter } from './latency.ts'

/** The server's clock offset, which must not matter. */
const SERVER_OFF_MS = 123_456_789

function setUp() {
  let now = 5_000_000
  let uptime = 0
  const changes: { isSlow: boolean; latencyMs: number }[] = []
  const meter = createLatencyMeter({
    now: () => now,
    uptime: () => uptime,
    onChange: (isSlow, latencyMs) => changes.push({ isSlow, latencyMs }),
  })
  const pass = (ms: number) => {
    now += ms
    uptime += ms
  }
  return {
    meter,
    changes,
    pass,
    isSlow: () => changes.at(-1)?.isSlow ?? false,
    /** The clock jumps: the device slept, or its time was set. */
    sleep: (ms: number) => (now += ms),
    /** A stream opens; each way takes `halfMs`. */
    opens(halfMs: number) {
      const onFirstEvent = meter.requested()
      pass(halfMs)
      const sentAt = now + SERVER_OFF_MS
      pass(halfMs)
      onFirstEvent(sentAt)
    },
    /** After `afterMs` a ping arrives that took `lateMs`. */
    ping(lateMs: number, afterMs = 30_000) {
      pass(afterMs)
      meter.pinged(now + SERVER_OFF_MS - lateMs)
    },
  }
}

test.for([
  { lateMs: 1500, isSlow: false },
  { lateMs: 1501, isSlow: true },
])('two pings in a row that are $lateMs ms late: slow: $isSlow', ({ lateMs, isSlow }) => {
  const line = setUp()
  line.opens(0)
  line.ping(lateMs)
  expect(line.isSlow()).toBe(false)
  line.ping(lateMs)
  expect(line.isSlow()).toBe(isSlow)
})

test.for([
  { halfMs: 750, isSlow: false },
  { halfMs: 751, isSlow: true },
])('two streams that take twice $halfMs ms to open: slow: $isSlow', ({ halfMs, isSlow }) => {
  const line = setUp()
  line.opens(halfMs)
  line.pass(10_000)
  line.opens(halfMs)
  expect(line.isSlow()).toBe(isSlow)
})

test('a connection that is slow from the start is detected by its first ping', () => {
  const line = setUp()
  line.opens(2000)
  line.ping(2000)
  expect(line.changes).toEqual([{ isSlow: true, latencyMs: 2000 }])
})

test('a single slow sample is ignored', () => {
  const line = setUp()
  line.opens(0)
  for (const lateMs of [9000, 10, 9000, 10]) line.ping(lateMs)
  expect(line.changes).toEqual([])
})

test('an episode and its end are reported once each', () => {
  const line = setUp()
  line.opens(0)
  for (const lateMs of [2000, 2100, 3000, 2000, 1500, 10]) line.ping(lateMs)
  expect(line.changes).toEqual([
    { isSlow: true, latencyMs: 2100 },
    { isSlow: false, latencyMs: 1500 },
  ])
})

test('a fast new stream ends an episode', () => {
  const line = setUp()
  line.opens(0)
  line.ping(2000)
  line.ping(2000)
  line.opens(100)
  expect(line.isSlow()).toBe(false)
})

test.for([
  { apartMs: 4999, isSlow: false },
  { apartMs: 5000, isSlow: true },
])('late pings $apartMs ms apart are two: $isSlow', ({ apartMs, isSlow }) => {
  const line = setUp()
  line.opens(0)
  line.ping(40_000)
  line.ping(10_000, apartMs)
  expect(line.isSlow()).toBe(isSlow)
})

test.for([20_000, 59_000, 3_600_000])('a laptop that slept for %i ms is not slow', (sleptMs) => {
  const line = setUp()
  line.opens(0)
  line.ping(10)
  line.sleep(sleptMs)
  // events that were buffered in the socket, then ones in time
  line.ping(sleptMs, 0)
  for (let count = 0; count < 4; count += 1) line.ping(10)
  expect(line.changes).toEqual([])
})

test.for([30_000, -30_000])('a clock that was off by %i ms, and later corrected, is not slow', (setMs) => {
  const line = setUp()
  line.opens(0)
  line.ping(10)
  line.sleep(setMs)
  for (let count = 0; count < 4; count += 1) line.ping(setMs + 10)
  line.sleep(-setMs)
  for (let count = 0; count < 4; count += 1) line.ping(10)
  expect(line.changes).toEqual([])
})

test.for([
  { sleptMs: 500, isSlow: true },
  { sleptMs: 501, isSlow: false },
])(
  'two streams that open in over 1.5 s, $sleptMs ms of them asleep: slow: $isSlow',
  ({ sleptMs, isSlow }) => {
    const line = setUp()
    for (let count = 0; count < 2; count += 1) {
      const onFirstEvent = line.meter.requested()
      line.pass(1400)
      line.sleep(sleptMs)
      onFirstEvent(5_000_000 + SERVER_OFF_MS)
      line.pass(10_000)
    }
    expect(line.isSlow()).toBe(isSlow)
  },
)

test('a server whose clock was set back is not slow', () => {
  const line = setUp()
  line.opens(0)
  for (let count = 0; count < 4; count += 1) line.ping(3_600_000)
  expect(line.changes).toEqual([])
})
