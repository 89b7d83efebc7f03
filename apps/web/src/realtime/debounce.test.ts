import { expect, test } from 'vitest'
import { manualTimers } from '../api/manual-timers.ts'
import { createDebounce } from './debounce.ts'

function setUp() {
  const timers = manualTimers()
  let acts = 0
  const debounce = createDebounce(timers, { waitMs: 100, maxMs: 250 }, () => (acts += 1))
  return { timers, debounce, acts: () => acts }
}

test('a repeated trigger restarts the wait, and the action runs once', async () => {
  const { timers, debounce, acts } = setUp()
  debounce.trigger()
  await timers.pass(99)
  debounce.trigger()
  await timers.pass(99)
  expect(acts()).toBe(0)
  await timers.pass(1)
  expect(acts()).toBe(1)
  await timers.pass(1000)
  expect(acts()).toBe(1)
})

test('it still runs with endless triggers', async () => {
  const { timers, debounce, acts } = setUp()
  for (let at = 0; at < 240; at += 60) {
    debounce.trigger()
    await timers.pass(60)
  }
  debounce.trigger()
  await timers.pass(9)
  expect(acts()).toBe(0)
  await timers.pass(1)
  expect(acts()).toBe(1)
  debounce.trigger()
  await timers.pass(99)
  expect(acts()).toBe(1)
})

test('cancelled it does not run, and can be triggered again', async () => {
  const { timers, debounce, acts } = setUp()
  debounce.trigger()
  debounce.cancel()
  await timers.pass(1000)
  expect(acts()).toBe(0)
  debounce.trigger()
  await timers.pass(100)
  expect(acts()).toBe(1)
})
