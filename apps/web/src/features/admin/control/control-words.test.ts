import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../../api/api-error.ts'
import { isPausedGloballyAlone, recentActivity, pausedBy, readLimit, reasonOf } from './control-words.ts'

test.for([
  { by: ['owner:ana'], says: 'Paused by its owner @ana', isGlobal: false },
  { by: ['managed:agent'], says: 'Paused by an administrator', isGlobal: false },
  { by: ['managed:global'], says: 'Paused by the global switch', isGlobal: true },
  {
    by: ['managed:global', 'owner:ana'],
    says: 'Paused by the global switch, its owner @ana',
    isGlobal: false,
  },
])('$by: $says', ({ by, says, isGlobal }) => {
  const control = { is_disabled: true, disabled_by: by }
  expect([pausedBy(control), isPausedGloballyAlone(control)]).toEqual([says, isGlobal])
})

test('an active agent is paused by nobody', () => {
  expect(pausedBy({ is_disabled: false, disabled_by: [] })).toBeNull()
})

test.for([
  { lately: { messages: 12, tasks: 1, refused: 3, calls: 90 }, says: '12 messages · 1 task · 3 refused' },
  { lately: { messages: 0, tasks: 0, refused: 0, calls: 1 }, says: '1 call' },
  { lately: { messages: 0, tasks: 0, refused: 0, calls: 0 }, says: '–' },
])('recent activity: $says', ({ lately, says }) => {
  expect(recentActivity({ lately })).toBe(says)
})

test.for([
  ['', null, 'nothing is unlimited'],
  ['  ', null, 'nor is a space'],
  ['0', 0, 'none at all'],
  ['20', 20, 'a number'],
  ['1000000', 1_000_000, 'the highest'],
  ['1000001', undefined, 'over the bound'],
  ['-1', undefined, 'below zero'],
  ['1.5', undefined, 'not whole'],
  ['1e3', undefined, 'no digits'],
  ['many', undefined, 'a word'],
] as const)('the limit "%s" is %s: %s', ([typed, limit]) => {
  expect(readLimit(typed)).toBe(limit)
})

test.for([
  { error: new ApiError(409, { detail: 'The switch is on' }), says: 'The switch is on' },
  { error: new ApiError(500, {}), says: 'Please try again.' },
  { error: new NetworkError('The server does not answer'), says: 'The server does not answer' },
])('a failure says "$says"', ({ error, says }) => {
  expect(reasonOf(error)).toBe(says)
})
