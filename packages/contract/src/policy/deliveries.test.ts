import { expect, test } from 'vitest'
import { isUnread } from './deliveries.ts'

test.for([
  { state: 'stored', unread: true, because: 'nobody took it yet' },
  { state: 'delivered', unread: true, because: 'it was delivered but not seen' },
  { state: 'seen', unread: false, because: 'it was looked at' },
  { state: 'answered', unread: false, because: 'it was answered' },
  { state: 'expired', unread: false, because: 'it waited too long' },
] as const)('$state is unread=$unread because $because', ({ state, unread }) => {
  expect(isUnread({ state })).toBe(unread)
})
