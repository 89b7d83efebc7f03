import { expect, test } from 'vitest'
import { manualTimers } from '../../../api/manual-timers.ts'
import { createBudget } from './budget.ts'
import { startPoller, type Polled } from './poller.ts'
import { PRODUCTION } from './polling-rules.ts'

const S = 1000
const MIN = 60 * S
const HOUR = 60 * MIN
const NOTHING: Polled = { hasNews: false, hasMore: false }

function setUp(answer: () => Promise<Polled> = async () => NOTHING) {
  const timers = manualTimers(HOUR)
  const asked: number[] = []
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
      ask: () => {
        asked.push(timers.now() - HOUR)
        return answer()
      },
      limitedBy: (error) => (error === 'limited' ? null : undefined),
    })
  return { timers, asked, warnings, facts, start }
}

/** The waits between requests from `from` on. */
const gaps = (asked: readonly number[], from = 0) =>
  asked.slice(1).flatMap((at, index) => (at > from ? [at - (asked[index] ?? 0)] : []))

test('it asks at once, then ever more seldom while nothing happens', async () => {
  const { timers, asked, start } = setUp()
  start()
  await timers.pass(MIN)
  expect(asked[0]).toBe(0)
  expect(new Set(gaps(asked))).toEqual(new Set([5 * S]))
  await timers.pass(4 * MIN)
  expect(new Set(gaps(asked, MIN + 5 * S))).toEqual(new Set([15 * S]))
  await timers.pass(10 * MIN)
  expect(new Set(gaps(asked, 6 * MIN))).toEqual(new Set([MIN]))
  await timers.pass(15 * MIN)
  expect(new Set(gaps(asked, 16 * MIN))).toEqual(new Set([5 * MIN]))
})

test('news, or a reader who does something, make it quick again', async () => {
  const answers: Polled[] = []
  const { timers, asked, start } = setUp(async () => answers.shift() ?? NOTHING)
  const poller = start()
  await timers.pass(6 * MIN)
  answers.push({ hasNews: true, hasMore: false })
  await timers.pass(MIN)
  const before = asked.length
  await timers.pass(20 * S)
  expect(asked.length - before).toBe(4)

  await timers.pass(6 * MIN)
  poller.touch()
  const touched = timers.now() - HOUR
  await timers.pass(5 * S)
  expect(asked.at(-1)).toBeLessThanOrEqual(touched + 5 * S)
})

test('more that waits is asked for at once', async () => {
  const answers = [1, 2, 3].map(() => ({ hasNews: true, hasMore: true }))
  const { timers, asked, start } = setUp(async () => answers.shift() ?? NOTHING)
  start()
  await timers.pass(0)
  expect(asked).toEqual([0, 0, 0, 0])
})

test('a hidden tab asks every 5 minutes, and when it is shown at once', async () => {
  const { timers, asked, facts, start } = setUp()
  const poller = start()
  await timers.pass(0)
  facts.isHidden = true
  poller.look()
  await timers.pass(5 * MIN - 1)
  expect(asked).toEqual([0])
  await timers.pass(1)
  expect(asked).toEqual([0, 5 * MIN])

  await timers.pass(MIN)
  facts.isHidden = false
  poller.look()
  await timers.pass(0)
  expect(asked).toEqual([0, 5 * MIN, 6 * MIN])
})

test('without a network nothing is asked, and at its return at once', async () => {
  const { timers, asked, facts, start } = setUp()
  const poller = start()
  await timers.pass(0)
  facts.isOnline = false
  poller.look()
  await timers.pass(10 * MIN)
  expect(asked).toEqual([0])
  facts.isOnline = true
  poller.look()
  await timers.pass(0)
  expect(asked).toEqual([0, 10 * MIN])
})

test('twenty requests a minute at most, however much there is to fetch', async () => {
  const { timers, asked, start } = setUp(async () => ({ hasNews: true, hasMore: true }))
  start()
  await timers.pass(MIN - 1)
  expect(asked).toHaveLength(20)
  await timers.pass(1)
  expect(asked).toHaveLength(40)
})

test('240 requests an hour at most, over all spaces, and one warning that they are costly', async () => {
  const { timers, asked, warnings, start } = setUp(async () => ({ hasNews: true, hasMore: false }))
  const first = start()
  await timers.pass(100 * 5 * S - 1)
  expect(asked).toHaveLength(100)
  expect(warnings).toEqual([])
  await timers.pass(1)
  expect(warnings).toEqual(['Polling is costly: 101 requests in an hour, 0.101'])

  first.stop()
  start()
  await timers.pass(HOUR - 100 * 5 * S - 1)
  expect(asked).toHaveLength(240)
  expect(warnings).toHaveLength(1)
})

test('asked too much, it waits 30 to 60 s, whatever the reader does', async () => {
  const answers: (() => Promise<Polled>)[] = [() => Promise.reject(new Error('broken'))]
  const { timers, asked, start } = setUp(() => answers.shift()?.() ?? Promise.resolve(NOTHING))
  answers.push(async () => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw 'limited'
  })
  const poller = start()
  await timers.pass(5 * S)
  expect(asked).toEqual([0, 5 * S])
  poller.touch()
  poller.look()
  await timers.pass(45 * S - 1)
  expect(asked).toEqual([0, 5 * S])
  await timers.pass(1)
  expect(asked).toEqual([0, 5 * S, 50 * S])
})

test('one request at a time, and none after it was stopped', async () => {
  let answer: (polled: Polled) => void = () => {}
  const { timers, asked, start } = setUp(() => new Promise((resolve) => (answer = resolve)))
  const poller = start()
  await timers.pass(10 * MIN)
  poller.touch()
  await timers.pass(MIN)
  expect(asked).toEqual([0])
  poller.stop()
  answer({ hasNews: true, hasMore: true })
  await timers.pass(10 * MIN)
  expect(asked).toEqual([0])
})

test('after a sleep the clock decides, not the timers', async () => {
  const { timers, asked, start } = setUp()
  const poller = start()
  await timers.pass(0)
  timers.sleep(HOUR)
  poller.look()
  await timers.pass(0)
  expect(asked).toEqual([0, HOUR])
})
