import { expect, test } from 'vitest'
import { nearestHandles } from './nearest-handles.ts'

const there = ['ana', 'bob', 'bobby', 'build-bot', 'chirpy', 'deploy-agent', 'kim', 'kimberley']

test.for([
  { typed: 'chripy', near: ['chirpy'], because: 'two neighbours were swapped' },
  { typed: 'chrpy', near: ['chirpy'], because: 'a letter is missing' },
  { typed: 'buildbot', near: ['build-bot'], because: 'the dash is missing' },
  { typed: 'deploy', near: ['deploy-agent'], because: 'it is the beginning of one' },
  { typed: 'kimberly', near: ['kimberley', 'kim'], because: 'the nearest comes first' },
  { typed: 'bobb', near: ['bob', 'bobby'], because: 'equals come in the order of the alphabet' },
  { typed: 'zebra', near: [], because: 'nothing is near' },
  { typed: 'bob', near: ['bobby'], because: 'a handle is no suggestion for itself' },
])('for @$typed it suggests $near because $because', ({ typed, near }) => {
  expect(nearestHandles(typed, there)).toEqual(near)
})

test('at most three handles are suggested, or as many as requested', () => {
  const many = ['bot1', 'bot2', 'bot3', 'bot4']
  expect(nearestHandles('bot5', many)).toEqual(['bot1', 'bot2', 'bot3'])
  expect(nearestHandles('bot5', many, 1)).toEqual(['bot1'])
})

test('long names are near with at most three typos', () => {
  const long = 'deployment-agent-of-the-night'
  const [near, far] = ['deployment-agent-of-the-nig', 'deployment-agent-of-the-0000']
  const swapped = 'deploymnet-agnet-of-the-nihgt'

  expect(nearestHandles(long, [far, swapped])).toEqual([swapped])
  // a prefix is near however much is missing
  expect(nearestHandles(long, [near, far])).toEqual([near])
})
