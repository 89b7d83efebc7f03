import { expect, test } from 'vitest'
import { manualTimers } from '../../../api/manual-timers.ts'
import { createPositionReporter } from './position-reporter.ts'

function reporting() {
  const timers = manualTimers()
  const told: string[] = []
  const page = { isVisible: true, isAway: false }
  const reporter = createPositionReporter({
    timers,
    isVisible: () => page.isVisible,
    report: async (id) => {
      if (page.isAway) throw new Error('away')
      told.push(id)
    },
  })
  const read = (seq: number) => reporter.read({ id: `m${seq}`, seq })
  return { timers, told, page, reporter, read }
}

test('what is read within a second is told once, by the last of it', async () => {
  const { timers, told, read } = reporting()
  read(1)
  await timers.pass(999)
  read(2)
  await timers.pass(999)
  expect(told).toEqual([])
  await timers.pass(1)
  expect(told).toEqual(['m2'])
})

test('who reads on and on is heard of after 5 seconds', async () => {
  const { timers, told, read } = reporting()
  for (let seq = 1; seq <= 10; seq++) {
    read(seq)
    await timers.pass(500)
  }
  expect(told).toEqual(['m10'])
})

test('the position only goes forward', async () => {
  const { timers, told, read } = reporting()
  read(5)
  read(4)
  await timers.pass(1000)
  read(5)
  read(3)
  await timers.pass(10_000)
  expect(told).toEqual(['m5'])
})

test('a tab that isn’t seen tells nothing until it is', async () => {
  const { timers, told, page, reporter, read } = reporting()
  page.isVisible = false
  read(1)
  await timers.pass(10_000)
  expect(told).toEqual([])
  page.isVisible = true
  reporter.resume()
  await timers.pass(1000)
  expect(told).toEqual(['m1'])
})

test('what couldn’t be told while offline is told after it', async () => {
  const { timers, told, page, reporter, read } = reporting()
  page.isAway = true
  read(1)
  await timers.pass(10_000)
  page.isAway = false
  reporter.resume()
  await timers.pass(1000)
  reporter.resume()
  await timers.pass(1000)
  expect(told).toEqual(['m1'])
})

test('leaving the feed tells what waits at once', async () => {
  const { timers, told, reporter, read } = reporting()
  read(1)
  reporter.stop()
  await timers.pass(0)
  expect(told).toEqual(['m1'])
})
