import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../../api/api-error.ts'
import { isPausedByAdmin, killSwitchProblem, limitLines } from './control-words.ts'

test.for([
  { disabled_by: ['owner:ana'], is_disabled: true, byAdmin: false },
  { disabled_by: ['managed:agent'], is_disabled: true, byAdmin: true },
  { disabled_by: ['owner:ana', 'managed:global'], is_disabled: true, byAdmin: true },
  { disabled_by: [], is_disabled: false, byAdmin: false },
])('paused by $disabled_by: by an administrator $byAdmin', ({ byAdmin, ...control }) => {
  expect(isPausedByAdmin(control)).toBe(byAdmin)
})

test.for([
  {
    error: new ApiError(403, { detail: 'Only its owner may do this' }),
    text: 'Failed to disable agent. Only its owner may do this',
  },
  { error: new ApiError(500, {}), text: 'Failed to disable agent. Please try again.' },
  {
    error: new NetworkError('The server does not answer'),
    text: 'Failed to disable agent. The server does not answer',
  },
  { error: new Error(''), text: 'Failed to disable agent. Please try again.' },
])('"$text"', ({ error, text }) => {
  expect(killSwitchProblem('disable', error)).toBe(text)
})

test('limits are shown if any are set', () => {
  expect(limitLines({ is_disabled: false, user_hourly_limit: null })).toEqual([])
  expect(
    limitLines({ is_disabled: false, user_hourly_limit: 5, user_daily_limit: 20, agent_daily_limit: 0 }),
  ).toEqual(['5 an hour, 20 a day: messages to it by one person', '0 a day: messages by it'])
})
