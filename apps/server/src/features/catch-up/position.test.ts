import { expect, test } from 'vitest'
import { Invalid } from '../../platform/errors.ts'
import { cursorOf, readCursor } from './position.ts'

test.for([
  { after: 0, until: 0, asOf: 0, withUnread: true, skip: 0 },
  { after: 12, until: 20_012, asOf: 1_769_860_800_000, withUnread: false, skip: 37 },
  { after: 2 ** 40, until: 2 ** 41, asOf: Date.UTC(9999, 11, 31), withUnread: true, skip: 1_000_000 },
])('a cursor of %o is parsed as that', (span) => {
  expect(readCursor(cursorOf(span), span.until)).toEqual(span)
})

test.for([
  { text: '', because: 'it is empty' },
  { text: 'c1.5', because: 'it is of another list' },
  { text: 'k1x.1.2.3.0', because: 'there is no such kind' },
  { text: 'k1u.2.1.3.0', because: 'it ends before it begins' },
  { text: 'k1u.1.b.3.0', because: 'the space has not come so far' },
  { text: `k1u.1.2.3.${'z'.repeat(50)}`, because: 'its numbers are too long' },
])('"$text" is refused, because $because', ({ text }) => {
  expect(() => readCursor(text, 10)).toThrow(Invalid)
})
