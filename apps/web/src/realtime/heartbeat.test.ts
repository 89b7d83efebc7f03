import { expect, test } from 'vitest'
import { manualTimers } from '../api/manual-timers.ts'
import { createHeartbeat } from './heartbeat.ts'

function setUp() {
  const timers = manualTimers(1_000_000)
  let deaths = 0
  const lifeline = createHeartbeat(timers, () => (deaths += 1))
  return { timers, lifeline, deaths: () => deaths }
}

test('a silent stream is stale after 60 s and not before, once', async () => {
  const { timers, deaths } = setUp()
  await timers.pass(59_999)
  expect(deaths()).toBe(0)
  await timers.pass(1)
  expect(deaths()).toBe(1)
  await timers.pass(600_000)
  expect([deaths(), timers.waits()]).toEqual([1, []])
})

test('any bytes restart the timeout', async () => {
  const { timers, lifeline, deaths } = setUp()
  await timers.pass(59_999)
  lifeline.received()
  await timers.pass(59_999)
  expect(deaths()).toBe(0)
  await timers.pass(1)
  expect(deaths()).toBe(1)
})

test.for([
  { sleptMs: 59_999, isDead: false },
  { sleptMs: 60_000, isDead: true },
  { sleptMs: 8 * 3_600_000, isDead: true },
])('a device that slept $sleptMs ms: dead at the first look: $isDead', ({ sleptMs, isDead }) => {
  const { timers, lifeline, deaths } = setUp()
  timers.sleep(sleptMs)
  lifeline.check()
  expect(deaths()).toBe(isDead ? 1 : 0)
})

test('a device that slept is noticed at the next heartbeat, if there is no check before', async () => {
  const { timers, lifeline, deaths } = setUp()
  await timers.pass(10_000)
  lifeline.received()
  timers.sleep(3_600_000)
  await timers.pass(19_999)
  expect(deaths()).toBe(0)
  await timers.pass(1)
  expect(deaths()).toBe(1)
})

test('a clock that is set back does not hide silence', async () => {
  const { timers, deaths } = setUp()
  timers.sleep(-900_000)
  await timers.pass(59_999)
  expect(deaths()).toBe(0)
  await timers.pass(1)
  expect(deaths()).toBe(1)
})

test('a stopped heartbeat reports nothing', async () => {
  const { timers, lifeline, deaths } = setUp()
  lifeline.stop()
  await timers.pass(600_000)
  expect([deaths(), timers.waits()]).toEqual([0, []])
})
