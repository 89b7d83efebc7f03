import { expect, test } from 'vitest'
import { limitOf, nameOf, sinceOf, timeoutOf } from './values.ts'

test.for([
  { given: undefined, hasProgress: false, seconds: 45, because: 'nothing was requested' },
  { given: 0, hasProgress: false, seconds: 45, because: 'zero is nothing' },
  { given: -5, hasProgress: true, seconds: 45, because: 'less than nothing too' },
  { given: 10, hasProgress: false, seconds: 10, because: 'it is within bounds' },
  { given: 0.5, hasProgress: false, seconds: 0.5, because: 'parts of seconds are time' },
  { given: 300, hasProgress: false, seconds: 55, because: 'clients give up at 60 s' },
  { given: 100, hasProgress: true, seconds: 100, because: 'the client sees that the call lives' },
  { given: 300, hasProgress: true, seconds: 240, because: 'even then there is an end' },
])('a timeout of $given means $seconds s because $because', ({ given, hasProgress, seconds }) => {
  expect(timeoutOf(given, hasProgress)).toBe(seconds)
})

test.for([
  { given: undefined, limit: 20 },
  { given: 0, limit: 20 },
  { given: -1, limit: 20 },
  { given: 1, limit: 1 },
  { given: 7.9, limit: 7 },
  { given: 1000, limit: 100 },
])('a limit of $given means $limit', ({ given, limit }) => {
  expect(limitOf(given)).toBe(limit)
})

const now = Date.parse('2026-01-10T12:00:00Z')

test.for([
  { given: '15m', at: '2026-01-10T11:45:00.000Z' },
  { given: ' 1h ', at: '2026-01-10T11:00:00.000Z' },
  { given: '24H', at: '2026-01-09T12:00:00.000Z' },
  { given: '7d', at: '2026-01-03T12:00:00.000Z' },
  { given: '2026-01-01T00:00:00Z', at: '2026-01-01T00:00:00.000Z' },
])('since $given means $at', ({ given, at }) => {
  expect(sinceOf(given, now)?.toISOString()).toBe(at)
})

test('since is optional, and nonsense is refused with what would work', () => {
  expect(sinceOf(undefined, now)).toBeUndefined()
  expect(sinceOf('', now)).toBeUndefined()
  expect(() => sinceOf('a while', now)).toThrow('15m, 1h, 24h, 7d or a time')
})

test('names are accepted with their sign and in any case', () => {
  expect(['@Scout', '#Release', ' scout ', '', '@', undefined].map(nameOf)).toEqual([
    'scout',
    'release',
    'scout',
    undefined,
    undefined,
    undefined,
  ])
})
