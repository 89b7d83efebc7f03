import { expect, test } from 'vitest'
import { manualTimers } from '../../api/manual-timers.ts'
import type { LiveEvent } from '../../realtime/apply-event.ts'
import { createRefetches } from './refetches.ts'

function setUp() {
  const timers = manualTimers()
  const done: string[] = []
  const refetches = createRefetches(timers, {
    posts: () => done.push('posts'),
    afterBootstrap: () => done.push('bootstrap'),
  })
  return { timers, done, refetches }
}

const event = (name: string, data: object): LiveEvent => ({ name, id: 1, data })
const bootstrap = event('bootstrap', { posts: [] })

test.for([
  { name: 'message', action: 'created', refetches: false },
  { name: 'message', action: 'updated', refetches: false },
  { name: 'message', action: 'deleted', refetches: false },
  { name: 'message', action: 'reaction', refetches: false },
  { name: 'message', action: 'pinned', refetches: true },
  { name: 'message', action: undefined, refetches: true },
  { name: 'task_update', action: 'claimed', refetches: true },
  { name: 'space_update', action: 'channel', refetches: true },
  { name: 'space_update', action: 'claimed', refetches: true },
  { name: 'space_update', action: 'joined', refetches: false },
  { name: 'ping', action: undefined, refetches: false },
  { name: 'of_another_time', action: 'created', refetches: false },
])('after $name $action the posts are asked for: $refetches', async ({ name, action, refetches: asks }) => {
  const { timers, done, refetches } = setUp()
  refetches.onEvents([event(name, { action })], true)
  await timers.pass(149)
  expect(done).toEqual([])
  await timers.pass(1)
  expect(done).toEqual(asks ? ['posts'] : [])
})

test('an event that could not be applied refetches the posts', async () => {
  const { timers, done, refetches } = setUp()
  refetches.onEvents([event('message', { action: 'created' })], false)
  await timers.pass(150)
  expect(done).toEqual(['posts'])
})

test('a burst refetches once', async () => {
  const { timers, done, refetches } = setUp()
  for (let count = 0; count < 6; count += 1) {
    refetches.onEvents([event('task_update', { action: 'claimed' })], true)
    await timers.pass(149)
  }
  expect(done).toEqual([])
  await timers.pass(1)
  expect(done).toEqual(['posts'])
  await timers.pass(10_000)
  expect(done).toEqual(['posts'])
})

test('endless events delay the refetch only so long', async () => {
  const { timers, done, refetches } = setUp()
  for (let passed = 0; passed < 3000; passed += 100) {
    refetches.onEvents([event('task_update', { action: 'noted' })], true)
    await timers.pass(100)
  }
  expect(done.length).toBeGreaterThan(1)
  expect(done.length).toBeLessThan(4)
})

test('a bootstrap is followed by one refetch, after 500 ms', async () => {
  const { timers, done, refetches } = setUp()
  refetches.onEvents([bootstrap], true)
  await timers.pass(499)
  expect(done).toEqual([])
  await timers.pass(1)
  expect(done).toEqual(['bootstrap'])
  await timers.pass(10_000)
  expect(done).toEqual(['bootstrap'])
})

test('a space that is no longer shown is not refetched', async () => {
  const { timers, done, refetches } = setUp()
  refetches.onEvents([bootstrap, event('task_update', {})], true)
  refetches.cancel()
  await timers.pass(10_000)
  expect([done, timers.waits()]).toEqual([[], []])
})
