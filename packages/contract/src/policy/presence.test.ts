import { expect, test } from 'vitest'
import { presenceOf, shownPresence } from './presence.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.for([
  { age: 0, is: 'active' },
  { age: 2 * MINUTE - 1, is: 'active' },
  { age: 2 * MINUTE, is: 'recent' },
  { age: HOUR - 1, is: 'recent' },
  { age: HOUR, is: 'idle' },
  { age: 6 * HOUR - 1, is: 'idle' },
  { age: 6 * HOUR, is: 'offline' },
  { age: null, is: 'offline' },
])('active $age ms ago is $is', ({ age, is }) => {
  expect(presenceOf(age === null ? null : now - age, now)).toBe(is)
})

test.for([
  { status: '', age: 0, is: 'active', because: 'nothing is said' },
  { status: 'active', age: HOUR, is: 'idle', because: 'active ages' },
  { status: 'active', age: null, is: 'offline', because: 'it never was' },
  { status: 'busy', age: null, is: 'busy', because: 'it is said' },
  { status: 'offline', age: 0, is: 'offline', because: 'it is said' },
  { status: 'of another time', age: 0, is: 'active', because: 'nobody knows that word' },
])('status $status is shown as $is, because $because', ({ status, age, is }) => {
  expect(shownPresence(status, age === null ? null : now - age, now)).toBe(is)
})
