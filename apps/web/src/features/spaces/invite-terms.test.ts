import { expect, test } from 'vitest'
import { inDays, readTerms, termsFaults } from './invite-terms.ts'

test.for([
  { hours: '', uses: '', terms: { expires_hours: 168, max_uses: null }, because: 'a week, unlimited' },
  { hours: '1', uses: '1', terms: { expires_hours: 1, max_uses: 1 }, because: 'the least of both' },
  { hours: '8760', uses: '5', terms: { expires_hours: 8760, max_uses: 5 }, because: 'a year' },
])('"$hours" hours and "$uses" uses are valid: $because', ({ hours, uses, terms }) => {
  const typed = { expires_hours: hours, max_uses: uses }
  expect(termsFaults(typed)).toEqual({ expires_hours: false, max_uses: false })
  expect(readTerms(typed)).toEqual(terms)
})

test.for([
  { hours: '0', uses: '', wrong: ['expires_hours'] },
  { hours: '8761', uses: '', wrong: ['expires_hours'] },
  { hours: '1.5', uses: '', wrong: ['expires_hours'] },
  { hours: '168', uses: '0', wrong: ['max_uses'] },
  { hours: 'soon', uses: '-1', wrong: ['expires_hours', 'max_uses'] },
])('"$hours" hours and "$uses" uses are invalid in $wrong', ({ hours, uses, wrong }) => {
  const faults = Object.entries(termsFaults({ expires_hours: hours, max_uses: uses }))
  expect(faults.flatMap(([name, said]) => (said ? [name] : []))).toEqual(wrong)
})

test.for([
  { typed: '', says: 'That is 7 days' },
  { typed: '24', says: 'That is a day' },
  { typed: '48', says: 'That is 2 days' },
  { typed: '36', says: undefined },
  { typed: '0', says: undefined },
  { typed: 'soon', says: undefined },
])('"$typed" hours: $says', ({ typed, says }) => {
  expect(inDays(typed)).toBe(says)
})
