import { expect, test } from 'vitest'
import { manualTimers } from '../api/manual-timers.ts'
import { startSilentRefetch } from './silent-refetch.ts'

function setUp(answer: () => Promise<void> = async () => {}) {
  const timers = manualTimers()
  const refetched: number[] = []
  const facts = { mayAsk: true }
  const silent = startSilentRefetch({
    timers,
    canRefetch: () => facts.mayAsk,
    refetch: () => {
      refetched.push(timers.now())
      return answer()
    },
  })
  return { timers, silent, refetched, facts }
}

test('it refetches after 5 s, then every 60 s, until stopped', async () => {
  const { timers, silent, refetched } = setUp()
  await timers.pass(4999)
  expect(refetched).toEqual([])
  await timers.pass(1)
  expect(refetched).toEqual([5000])
  await timers.pass(59_999)
  expect(refetched).toEqual([5000])
  await timers.pass(60_001)
  expect(refetched).toEqual([5000, 65_000, 125_000])
  silent.stop()
  await timers.pass(600_000)
  expect([refetched.length, timers.waits()]).toEqual([3, []])
})

test('a failure is silent, too, and the next refetch is on schedule', async () => {
  const { timers, refetched } = setUp(() => Promise.reject(new Error('no answer')))
  await timers.pass(125_000)
  expect(refetched).toEqual([5000, 65_000, 125_000])
})

test('the interval starts after a slow response', async () => {
  let answer = () => {}
  const { timers, refetched } = setUp(() => new Promise((resolve) => (answer = resolve)))
  await timers.pass(200_000)
  expect(refetched).toEqual([5000])
  answer()
  await timers.pass(60_000)
  expect(refetched).toEqual([5000, 260_000])
})

test('a hidden tab does not refetch for hours, and does 5 s after it is visible again', async () => {
  const { timers, silent, refetched, facts } = setUp()
  facts.mayAsk = false
  await timers.pass(8 * 3_600_000)
  silent.resume()
  await timers.pass(60_000)
  expect(refetched).toEqual([])

  facts.mayAsk = true
  silent.resume()
  silent.resume()
  await timers.pass(4999)
  expect(refetched).toEqual([])
  await timers.pass(1)
  expect(refetched).toHaveLength(1)
})

test('a tab that was hidden for a moment stays on schedule', async () => {
  const { timers, silent, refetched, facts } = setUp()
  await timers.pass(5000)
  facts.mayAsk = false
  await timers.pass(30_000)
  facts.mayAsk = true
  silent.resume()
  await timers.pass(29_999)
  expect(refetched).toEqual([5000])
  await timers.pass(1)
  expect(refetched).toEqual([5000, 65_000])
})

test('stopped during a request it does not refetch again', async () => {
  let answer = () => {}
  const { timers, silent, refetched } = setUp(() => new Promise((resolve) => (answer = resolve)))
  await timers.pass(5000)
  silent.stop()
  answer()
  await timers.pass(600_000)
  expect(refetched).toEqual([5000])
})
