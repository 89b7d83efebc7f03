import { expect, test } from 'vitest'
import { hasNoSignOfReading, isUnread, NO_SIGN_OF_READING, withNotice } from './deliveries.ts'

test.for([
  { state: 'stored', unread: true, because: 'nobody took it yet' },
  { state: 'delivered', unread: true, because: 'it was delivered but not seen' },
  { state: 'seen', unread: false, because: 'it was looked at' },
  { state: 'answered', unread: false, because: 'it was answered' },
  { state: 'expired', unread: false, because: 'it waited too long' },
] as const)('$state is unread=$unread because $because', ({ state, unread }) => {
  expect(isUnread({ state })).toBe(unread)
})

const at = '2026-01-01T12:00:00.000Z'
const MINUTE_MS = 60_000

test.for([
  {
    type: 'agent',
    state: 'delivered',
    minutes: 5,
    noSign: true,
    because: 'nothing came back in five minutes',
  },
  { type: 'agent', state: 'delivered', minutes: 4.99, noSign: false, because: 'it may be thinking' },
  { type: 'agent', state: 'delivered', minutes: 9999, noSign: true, because: 'it stays so until it acts' },
  { type: 'agent', state: 'stored', minutes: 60, noSign: false, because: 'nobody took it yet' },
  { type: 'agent', state: 'seen', minutes: 60, noSign: false, because: 'it was acknowledged' },
  { type: 'agent', state: 'answered', minutes: 60, noSign: false, because: 'it was answered' },
  { type: 'agent', state: 'expired', minutes: 60, noSign: false, because: 'that says it already' },
  { type: 'agent', state: 'undeliverable', minutes: 60, noSign: false, because: 'it was never handed over' },
  {
    type: 'user',
    state: 'delivered',
    minutes: 60,
    noSign: false,
    because: 'a person may be away from the screen',
  },
  {
    type: 'agent',
    state: 'delivered',
    minutes: -1,
    noSign: false,
    because: 'the clock of this machine is behind',
  },
] as const)(
  '$state to $type after $minutes min shows no sign=$noSign because $because',
  ({ type, state, minutes, noSign }) => {
    const now = Date.parse(at) + minutes * MINUTE_MS
    const delivery = { recipient: { type }, state, at }
    expect(hasNoSignOfReading(delivery, now)).toBe(noSign)
    expect(withNotice(delivery, now)).toEqual(noSign ? { ...delivery, notice: NO_SIGN_OF_READING } : delivery)
  },
)
