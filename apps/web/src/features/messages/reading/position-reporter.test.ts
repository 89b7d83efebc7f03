import { expect, test } from 'vitest'
import { manualTimers } from '../../../api/manual-timers.ts'
import { createPositionReporter } from './position-reporter.ts'

function reporting() {
  const timers = manualTimers()
  const reported: string[] = []
  const page = { isVisible: true, isAway: false }
  const reporter = createPositionReporter({
    timers,
    isVisible: () => page.isVisible,
    report: async (id) => {
      if (page.isAway) throw new Error('away')
      reported.push(id)
    },
  })
  const read = (seq: number) => reporter.read({ id: `m${seq}`, seq })
  return { timers, reported, page, reporter, read }
}

test('what is read within a second is reported once, by the last of it', async () => {
  const { timers, reported, read } = reporting()
  read(1)
  await timers.pass(999)
  read(2)
  await timers.pass(999)
  expect(reported).toEqual([])
  await timers.pass(1)
  expect(reported).toEqual(['m2'])
})

test('continuous reading is reported after 5 seconds', async () => {
  const { timers, reported, read } = reporting()
  for (let seq = 1; seq <= 10; seq++) {
    read(seq)
    await timers.pass(500)
  }
  expect(reported).toEqual(['m10'])
})

test('the position only goes forward', async () => {
  const { timers, reported, read } = reporting()
  read(5)
  read(4)
  await timers.pass(1000)
  read(5)
  read(3)
  await timers.pass(10_000)
  expect(reported).toEqual(['m5'])
})

test('a hidden tab reports nothing until it is visible', async () => {
  const { timers, reported, page, reporter, read } = reporting()
  page.isVisible = false
  read(1)
  await timers.pass(10_000)
  expect(reported).toEqual([])
  page.isVisible = true
  reporter.resume()
  await timers.pass(1000)
  expect(reported).toEqual(['m1'])
})

test('what couldn’t be reported while offline is reported once online', async () => {
  const { timers, reported, page, reporter, read } = reporting()
  page.isAway = true
  read(1)
  await timers.pass(10_000)
  page.isAway = false
  reporter.resume()
  await timers.pass(1000)
  reporter.resume()
  await timers.pass(1000)
  expect(reported).toEqual(['m1'])
})

test('leaving the feed reports what is pending at once', async () => {
  const { timers, reported, reporter, read } = reporting()
  read(1)
  reporter.stop()
  await timers.pass(0)
  expect(reported).toEqual(['m1'])
})
