import { expect, test } from 'vitest'
import { manualTimers } from '../../../api/manual-timers.ts'
import { startPoller, type Polled } from './poller.ts'
import { createBudget, PRODUCTION } from './polling-rules.ts'

const S = 1000
const MIN = 60 * S
const HOUR = 60 * MIN
const NOTHING: Polled = { hasNew: false, hasMore: false }

function setUp(answer: () => Promise<Polled> = async () => NOTHING) {
  const timers = manualTimers(HOUR)
  const polls: number[] = []
  const warnings: string[] = []
  const facts = { isHidden: false, isOnline: true }
  const budget = createBudget(PRODUCTION, (what) => warnings.push(what))
  const start = () =>
    startPoller({
      timers,
      rules: PRODUCTION,
      budget,
      isHidden: () => facts.isHidden,
      isOnline: () => facts.isOnline,
      poll: () => {
        polls.push(timers.now() - HOUR)
        return answer()
      },
      retryAfterMs: (error) => (error === 'limited' ? null : undefined),
    })
  return { timers, polls, warnings, facts, start }
}

/** The waits between requests from `from` on. */
const gaps = (polls: readonly number[], from = 0) =>
  polls.slice(1).flatMap((at, index) => (at > from ? [at - (polls[index] ?? 0)] : []))

test('it polls at once, then backs off while nothing happens', async () => {
  const { timers, polls, start } = setUp()
  start()
  await timers.pass(MIN)
  expect(polls[0]).toBe(0)
  expect(new Set(gaps(polls))).toEqual(new Set([5 * S]))
  await timers.pass(4 * MIN)
  expect(new Set(gaps(polls, MIN + 5 * S))).toEqual(new Set([15 * S]))
  await timers.pass(10 * MIN)
  expect(new Set(gaps(polls, 6 * MIN))).toEqual(new Set([MIN]))
  await timers.pass(15 * MIN)
  expect(new Set(gaps(polls, 16 * MIN))).toEqual(new Set([5 * MIN]))
})

test('new messages or user activity speed it up again', async () => {
  const answers: Polled[] = []
  const { timers, polls, start } = setUp(async () => answers.shift() ?? NOTHING)
  const poller = start()
  await timers.pass(6 * MIN)
  answers.push({ hasNew: true, hasMore: false })
  await timers.pass(MIN)
  const before = polls.length
  await timers.pass(20 * S)
  expect(polls.length - before).toBe(4)

  await timers.pass(6 * MIN)
  poller.onActivity()
  const activeAt = timers.now() - HOUR
  await timers.pass(5 * S)
  expect(polls.at(-1)).toBeLessThanOrEqual(activeAt + 5 * S)
})

test('if there is more to fetch, it is fetched at once', async () => {
  const answers = [1, 2, 3].map(() => ({ hasNew: true, hasMore: true }))
  const { timers, polls, start } = setUp(async () => answers.shift() ?? NOTHING)
  start()
  await timers.pass(0)
  expect(polls).toEqual([0, 0, 0, 0])
})

test('a hidden tab polls every 5 minutes, and at once when it is shown', async () => {
  const { timers, polls, facts, start } = setUp()
  const poller = start()
  await timers.pass(0)
  facts.isHidden = true
  poller.onEnvironmentChange()
  await timers.pass(5 * MIN - 1)
  expect(polls).toEqual([0])
  await timers.pass(1)
  expect(polls).toEqual([0, 5 * MIN])

  await timers.pass(MIN)
  facts.isHidden = false
  poller.onEnvironmentChange()
  await timers.pass(0)
  expect(polls).toEqual([0, 5 * MIN, 6 * MIN])
})

test('it does not poll while offline, and polls at once when the network returns', async () => {
  const { timers, polls, facts, start } = setUp()
  const poller = start()
  await timers.pass(0)
  facts.isOnline = false
  poller.onEnvironmentChange()
  await timers.pass(10 * MIN)
  expect(polls).toEqual([0])
  facts.isOnline = true
  poller.onEnvironmentChange()
  await timers.pass(0)
  expect(polls).toEqual([0, 10 * MIN])
})

test('it makes at most twenty requests a minute, however much there is to fetch', async () => {
  const { timers, polls, start } = setUp(async () => ({ hasNew: true, hasMore: true }))
  start()
  await timers.pass(MIN - 1)
  expect(polls).toHaveLength(20)
  await timers.pass(1)
  expect(polls).toHaveLength(40)
})

test('it makes at most 240 requests an hour over all spaces, and warns once that they are costly', async () => {
  const { timers, polls, warnings, start } = setUp(async () => ({ hasNew: true, hasMore: false }))
  const first = start()
  await timers.pass(100 * 5 * S - 1)
  expect(polls).toHaveLength(100)
  expect(warnings).toEqual([])
  await timers.pass(1)
  expect(warnings).toEqual(['Polling is costly: 101 requests in an hour, 0.101'])

  first.stop()
  start()
  await timers.pass(HOUR - 100 * 5 * S - 1)
  expect(polls).toHaveLength(240)
  expect(warnings).toHaveLength(1)
})

test('rate-limited, it waits 30 to 60 s, whatever the reader does', async () => {
  const answers: (() => Promise<Polled>)[] = [() => Promise.reject(new Error('broken'))]
  const { timers, polls, start } = setUp(() => answers.shift()?.() ?? Promise.resolve(NOTHING))
  answers.push(async () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw 'limited'
  })
  const poller = start()
  await timers.pass(5 * S)
  expect(polls).toEqual([0, 5 * S])
  poller.onActivity()
  poller.onEnvironmentChange()
  await timers.pass(45 * S - 1)
  expect(polls).toEqual([0, 5 * S])
  await timers.pass(1)
  expect(polls).toEqual([0, 5 * S, 50 * S])
})

test('it makes one request at a time, and none after it is stopped', async () => {
  let answer: (polled: Polled) => void = () => {}
  const { timers, polls, start } = setUp(() => new Promise((resolve) => (answer = resolve)))
  const poller = start()
  await timers.pass(10 * MIN)
  poller.onActivity()
  await timers.pass(MIN)
  expect(polls).toEqual([0])
  poller.stop()
  answer({ hasNew: true, hasMore: true })
  await timers.pass(10 * MIN)
  expect(polls).toEqual([0])
})

test('after the device slept, the clock decides, not the timers', async () => {
  const { timers, polls, start } = setUp()
  const poller = start()
  await timers.pass(0)
  timers.sleep(HOUR)
  poller.onEnvironmentChange()
  await timers.pass(0)
  expect(polls).toEqual([0, HOUR])
})
