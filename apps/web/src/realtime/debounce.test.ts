import { expect, test } from 'vitest'
import { manualTimers } from '../api/manual-timers.ts'
import { createDebounce } from './debounce.ts'

function setUp() {
  const timers = manualTimers()
  let acts = 0
  const debounce = createDebounce(timers, { waitMs: 100, maxMs: 250 }, () => (acts += 1))
  return { timers, debounce, acts: () => acts }
}

test('asked again before its time it waits anew, and acts once', async () => {
  const { timers, debounce, acts } = setUp()
  debounce.ask()
  await timers.pass(99)
  debounce.ask()
  await timers.pass(99)
  expect(acts()).toBe(0)
  await timers.pass(1)
  expect(acts()).toBe(1)
  await timers.pass(1000)
  expect(acts()).toBe(1)
})

test('asked without end it acts all the same', async () => {
  const { timers, debounce, acts } = setUp()
  for (let at = 0; at < 240; at += 60) {
    debounce.ask()
    await timers.pass(60)
  }
  debounce.ask()
  await timers.pass(9)
  expect(acts()).toBe(0)
  await timers.pass(1)
  expect(acts()).toBe(1)
  debounce.ask()
  await timers.pass(99)
  expect(acts()).toBe(1)
})

test('cancelled it does nothing, and can be asked again', async () => {
  const { timers, debounce, acts } = setUp()
  debounce.ask()
  debounce.cancel()
  await timers.pass(1000)
  expect(acts()).toBe(0)
  debounce.ask()
  await timers.pass(100)
  expect(acts()).toBe(1)
})
