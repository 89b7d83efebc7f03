import { expect, test } from 'vitest'
import { readTerms } from './invite-terms.ts'

test.for([
  { hours: '', uses: '', terms: { expiresHours: 168, maxUses: null }, because: 'a week, unlimited' },
  { hours: '1', uses: '1', terms: { expiresHours: 1, maxUses: 1 }, because: 'the least of both' },
  { hours: '8760', uses: '5', terms: { expiresHours: 8760, maxUses: 5 }, because: 'a year' },
])('"$hours" hours and "$uses" uses are taken: $because', ({ hours, uses, terms }) => {
  expect(readTerms({ hours, uses })).toEqual({ terms, faults: {} })
})

test.for([
  { hours: '0', uses: '', wrong: ['hours'] },
  { hours: '8761', uses: '', wrong: ['hours'] },
  { hours: '1.5', uses: '', wrong: ['hours'] },
  { hours: '168', uses: '0', wrong: ['uses'] },
  { hours: 'soon', uses: '-1', wrong: ['hours', 'uses'] },
])('"$hours" hours and "$uses" uses are wrong in $wrong', ({ hours, uses, wrong }) => {
  expect(Object.keys(readTerms({ hours, uses }).faults)).toEqual(wrong)
})
