import { expect, test } from 'vitest'
import { DISCONNECTED, type ConnectionStatus } from '../../../realtime/connection.ts'
import { isAway, stripOf } from './strip.ts'

test.for([
  { isOnline: true, isLongAway: false, isSlow: false, strip: null },
  { isOnline: true, isLongAway: false, isSlow: true, strip: 'slow' },
  { isOnline: true, isLongAway: true, isSlow: true, strip: 'reconnecting' },
  { isOnline: false, isLongAway: true, isSlow: true, strip: 'offline' },
  { isOnline: false, isLongAway: false, isSlow: false, strip: 'offline' },
])('online $isOnline, long away $isLongAway, slow $isSlow: $strip', ({ strip, ...facts }) => {
  expect(stripOf(facts)).toBe(strip)
})

test.for<{ status: ConnectionStatus; isForbidden: boolean; away: boolean }>([
  { status: 'disconnected', isForbidden: false, away: false },
  { status: 'connecting', isForbidden: false, away: true },
  { status: 'connected', isForbidden: false, away: false },
  { status: 'error', isForbidden: false, away: true },
  { status: 'error', isForbidden: true, away: false },
])('$status, forbidden $isForbidden: away: $away', ({ status, isForbidden, away }) => {
  expect(isAway({ ...DISCONNECTED, status, isForbidden })).toBe(away)
})
