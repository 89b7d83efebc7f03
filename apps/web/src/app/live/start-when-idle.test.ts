import { expect, test } from 'vitest'
import { manualTimers } from '../../api/manual-timers.ts'
import { startWhenIdle } from './start-when-idle.ts'

function setUp(isThere: () => boolean = () => true) {
  const timers = manualTimers()
  const told: string[] = []
  const stop = startWhenIdle(timers, async () => {
    told.push(`asked at ${timers.now()}`)
    if (!isThere()) throw new Error('No network')
    return () => {
      told.push('started')
      return () => told.push('stopped')
    }
  })
  return { timers, told, stop }
}

test('it starts when the page is idle, and stops', async () => {
  const { timers, told, stop } = setUp()
  await timers.pass(2999)
  expect(told).toEqual([])
  await timers.pass(1)
  expect(told).toEqual(['asked at 3000', 'started'])
  stop()
  expect(told.at(-1)).toBe('stopped')
})

test('a failed load is retried', async () => {
  let isThere = false
  const { timers, told } = setUp(() => isThere)
  await timers.pass(12_999)
  expect(told).toEqual(['asked at 3000'])
  isThere = true
  await timers.pass(1)
  expect(told).toEqual(['asked at 3000', 'asked at 13000', 'started'])
})

test('stopped before it has loaded, it never starts', async () => {
  const { timers, told, stop } = setUp()
  stop()
  await timers.pass(60_000)
  expect(told).toEqual([])
})
