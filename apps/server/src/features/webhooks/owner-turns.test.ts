import { expect, test } from 'vitest'
import { createOwnerTurns } from './owner-turns.ts'

test('an owner has two runs at once, and the next agent has its turn when one ends', () => {
  const turns = createOwnerTurns(2)
  expect(['a', 'b', 'c', 'd', 'c'].map((agentId) => turns.start('ana', agentId))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(turns.start('bob', 'e')).toBe(true)

  expect(turns.end('ana')).toEqual(['c'])
  expect(turns.start('ana', 'c')).toBe(true)
  expect(turns.end('ana')).toEqual(['d'])
  expect(turns.start('ana', 'd')).toBe(true)
  expect(turns.end('ana')).toEqual([])
  expect(turns.end('ana')).toEqual([])
})

test('the last run to end leaves none waiting: another node may have taken the job of the one before', () => {
  const turns = createOwnerTurns(1)
  turns.start('ana', 'a')
  for (const agentId of ['b', 'c', 'd']) turns.start('ana', agentId)

  expect(turns.end('ana')).toEqual(['b', 'c', 'd'])
  expect(turns.start('ana', 'b')).toBe(true)
  expect(turns.end('ana')).toEqual([])
})

test('an agent that runs again and again waits behind the others', () => {
  const turns = createOwnerTurns(2)
  for (const agentId of ['a', 'b', 'c']) turns.start('ana', agentId)

  expect(turns.end('ana')).toEqual(['c'])
  // the job of its next run came before that of the agent that waited
  expect(turns.start('ana', 'a')).toBe(false)
  expect(turns.start('ana', 'c')).toBe(true)
  expect(turns.end('ana')).toEqual(['a'])
  expect(turns.start('ana', 'b')).toBe(false)
  expect(turns.start('ana', 'a')).toBe(true)
})
