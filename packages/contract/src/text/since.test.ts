import { expect, test } from 'vitest'
import { readSince } from './since.ts'

const NOW = Date.parse('2026-01-31T12:00:00.000Z')

test.for([
  { given: '15m', at: '2026-01-31T11:45:00.000Z', because: 'minutes count back from now' },
  { given: '24h', at: '2026-01-30T12:00:00.000Z', because: 'hours, too' },
  { given: ' 7D ', at: '2026-01-24T12:00:00.000Z', because: 'in any case, with space around it' },
  { given: '2026-01-31', at: '2026-01-31T00:00:00.000Z', because: 'a day begins at midnight, UTC' },
  { given: '2026-01-31T10:00', at: '2026-01-31T10:00:00.000Z', because: 'a time without a zone is in UTC' },
  { given: '2026-01-31 10:00:30.5', at: '2026-01-31T10:00:30.500Z', because: 'a space may stand for the T' },
  { given: '2026-01-31T10:00:00+02:00', at: '2026-01-31T08:00:00.000Z', because: 'a zone is kept' },
])('"$given" is $at, because $because', ({ given, at }) => {
  expect(new Date(readSince(given, NOW) ?? 0).toISOString()).toBe(at)
})

test.for([
  { given: '', because: 'it is empty' },
  { given: 'yesterday', because: 'it is a word' },
  { given: '-3h', because: 'that would be in the future' },
  { given: '3w', because: 'weeks are no unit' },
  { given: '400000d', because: 'it is before all time' },
  { given: '2026-13-01', because: 'there is no such month' },
  { given: '1767225600000', because: 'a bare number has no unit' },
  { given: '0000-01-01', because: 'the database has no such year' },
])('"$given" is refused, because $because', ({ given }) => {
  expect(readSince(given, NOW)).toBeUndefined()
})
