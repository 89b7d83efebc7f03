import { expect, test } from 'vitest'
import { askedBy, periodOf } from './asked.ts'
import { catchUpIn } from './params.ts'

test.for([
  { given: {}, asked: { tokens: 2000 }, because: 'nothing is asked for' },
  { given: { since: '7d', tokens: 500 }, asked: { since: '7d', tokens: 500 }, because: 'both are offered' },
  {
    given: { since: '2026-01-31T10:00:00.000Z' },
    asked: { since: '2026-01-31T10:00:00.000Z', tokens: 2000 },
    because: 'the feed names the time of its divider',
  },
  {
    given: { since: 'lately', tokens: 501 },
    asked: { tokens: 2000 },
    because: 'the server would refuse them',
  },
  {
    given: { since: 7, tokens: '500', other: 1 },
    asked: { tokens: 2000 },
    because: 'they are of another type',
  },
])('%o asks for $asked, because $because', ({ given, asked }) => {
  expect(askedBy(catchUpIn(given))).toEqual(asked)
})

test('a custom time matches no period', () => {
  expect([{}, { since: '24h' }, { since: '2026-01-31' }].map(periodOf)).toEqual(['last', '24h', null])
})
