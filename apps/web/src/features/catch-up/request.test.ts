import { expect, test } from 'vitest'
import { requestOf, periodOf } from './request.ts'
import { catchUpIn } from './params.ts'

test.for([
  { given: {}, request: { tokens: 2000 }, because: 'nothing is asked for' },
  { given: { since: '7d', tokens: 500 }, request: { since: '7d', tokens: 500 }, because: 'both are offered' },
  {
    given: { since: '2026-01-31T10:00:00.000Z' },
    request: { since: '2026-01-31T10:00:00.000Z', tokens: 2000 },
    because: 'the feed names the time of its divider',
  },
  {
    given: { since: 'lately', tokens: 501 },
    request: { tokens: 2000 },
    because: 'the server would refuse them',
  },
  {
    given: { since: 7, tokens: '500', other: 1 },
    request: { tokens: 2000 },
    because: 'they are of another type',
  },
])('$given asks for $request because $because', ({ given, request }) => {
  expect(requestOf(catchUpIn(given))).toEqual(request)
})

test('a custom time matches no period', () => {
  expect([{}, { since: '24h' }, { since: '2026-01-31' }].map(periodOf)).toEqual(['last', '24h', null])
})
