import { expect, test } from 'vitest'
import {
  BY_ADMINISTRATOR,
  BY_GLOBAL_SWITCH,
  pausesOf,
  shownPauses,
  withPause,
  withoutPauses,
} from './pauses.ts'

test.for([
  { given: {}, disabledBy: [], reason: null, because: 'nobody paused it' },
  { given: { 'owner:ana': 'Mine' }, disabledBy: ['owner:ana'], reason: 'Mine', because: 'the owner did' },
  {
    given: { 'owner:ana': 'Mine', [BY_ADMINISTRATOR]: 'Theirs' },
    disabledBy: [BY_ADMINISTRATOR, 'owner:ana'],
    reason: 'Theirs',
    because: 'an administrator reaches further',
  },
  {
    given: { [BY_ADMINISTRATOR]: 'Theirs', 'owner:ana': 'Mine', [BY_GLOBAL_SWITCH]: 'All' },
    disabledBy: [BY_GLOBAL_SWITCH, BY_ADMINISTRATOR, 'owner:ana'],
    reason: 'All',
    because: 'the global switch reaches furthest',
  },
])('the shown pause when $because', ({ given, disabledBy, reason }) => {
  expect(shownPauses(given)).toEqual({ disabledBy, reason })
})

test('pauses are lifted separately, and one without a reason takes over the shown reason', () => {
  const row = {
    disabled_by: ['owner:ana', BY_ADMINISTRATOR],
    disabled_reason: 'Shown',
    pauses: { 'owner:ana': 'Mine' },
  }
  const given = withPause(pausesOf(row), BY_GLOBAL_SWITCH, 'All')
  expect(given).toEqual({ 'owner:ana': 'Mine', [BY_ADMINISTRATOR]: 'Shown', [BY_GLOBAL_SWITCH]: 'All' })
  expect(withoutPauses(given, (entry) => entry !== BY_GLOBAL_SWITCH)).toEqual({ [BY_GLOBAL_SWITCH]: 'All' })
})
