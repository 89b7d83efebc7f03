import { expect, test } from 'vitest'
import { shownAs, statusChoices, statusHint } from './status-choices.ts'

test.for([
  { choice: 'available', shown: 'available', hint: null },
  { choice: 'claimed', shown: 'assigned', hint: { sent: 'assigned', shown: 'Assigned' } },
  { choice: 'in_progress', shown: 'in_progress', hint: null },
  { choice: 'completed', shown: 'completed', hint: null },
  { choice: 'blocked', shown: 'blocked', hint: { sent: 'cancelled', shown: 'Blocked' } },
  { choice: 'failed', shown: 'failed', hint: { sent: 'cancelled', shown: 'Failed' } },
] as const)('$choice will be shown as $shown', ({ choice, shown, hint }) => {
  expect(shownAs(choice)).toBe(shown)
  expect(statusHint(choice)).toEqual(hint)
})

test("six are offered, plus the task's current one", () => {
  expect(statusChoices('blocked').map(({ value }) => value)).toEqual([
    'available',
    'claimed',
    'in_progress',
    'completed',
    'blocked',
    'failed',
  ])
  expect(statusChoices('in_review').at(0)).toEqual({ value: 'in_review', label: 'In review' })
  expect(statusChoices('in_review')).toHaveLength(7)
  expect(statusHint('in_review')).toBeNull()
})
