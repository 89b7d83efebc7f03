import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { manualTimers } from '../../api/manual-timers.ts'
import { createPlayer } from './player.ts'

const paused = (id: string, ms: number | null) => ({ id, pause_after_ms: ms }) as Message

function start() {
  const timers = manualTimers()
  const shown: string[] = []
  const waiting: string[][] = []
  const player = createPlayer({
    timers,
    show(message, others) {
      shown.push(`${message.id} at ${timers.now()}`)
      waiting.push(others.map(({ id }) => id))
    },
  })
  return { timers, shown, waiting, player }
}

test.for([
  { ms: 900, next: 1300, because: 'that is what the server asks for' },
  { ms: 700, next: 1100, because: 'it is the shortest' },
  { ms: 1100, next: 1500, because: 'it is the longest' },
  { ms: 20, next: 1100, because: 'a demo is never quicker' },
  { ms: 60_000, next: 1500, because: 'a demo is never slower' },
  { ms: null, next: 1100, because: 'nothing is asked for' },
])('after a pause of $ms the second message comes at $next because $because', async ({ ms, next }) => {
  const { timers, shown, player } = start()
  player.play([paused('a', ms), paused('b', 800)])

  await timers.pass(399)
  expect(shown).toEqual([])
  await timers.pass(1)
  expect(shown).toEqual(['a at 400'])
  await timers.pass(next - 401)
  expect(shown).toHaveLength(1)
  await timers.pass(1)
  expect(shown).toEqual(['a at 400', `b at ${next}`])
})

test('messages added while it plays are queued, at the same pace', async () => {
  const { timers, shown, waiting, player } = start()
  player.play([paused('a', 1000), paused('b', 1000)])
  await timers.pass(400)
  player.play([paused('c', 1000)])
  await timers.pass(2000)

  expect(shown).toEqual(['a at 400', 'b at 1400', 'c at 2400'])
  expect(waiting).toEqual([['b'], ['c'], []])
})

test('a message added right after the last one keeps the pace, a later one restarts it', async () => {
  const { timers, shown, player } = start()
  player.play([paused('a', 1000)])
  await timers.pass(700)
  player.play([paused('b', 1000)])
  await timers.pass(5000)
  player.play([paused('c', 1000)])
  await timers.pass(400)

  expect(shown).toEqual(['a at 400', 'b at 1400', 'c at 6100'])
})

test('a stopped player shows nothing more, and can play again', async () => {
  const { timers, shown, player } = start()
  player.play([paused('a', 1000), paused('b', 1000)])
  await timers.pass(400)
  player.stop()
  await timers.pass(10_000)
  expect(timers.waits()).toEqual([])
  player.play([paused('c', 1000)])
  await timers.pass(400)

  expect(shown).toEqual(['a at 400', 'c at 10800'])
})
