import { expect, test } from 'vitest'
import { arrivalOf } from './arrival.ts'

test.for([
  { address: '/', next: null, because: 'nothing is named' },
  { address: '/tasks', next: null, because: 'a tab alone is not a thing' },
  { address: '/?next=/agents', next: '/agents', because: 'next names it' },
  { address: '/m/1a2b3c4d', next: '/m/1a2b3c4d', because: 'the address is a message' },
  { address: '/tasks?task=1', next: '/tasks?task=1', because: 'the address is a task' },
  { address: '/agents?agent=scout', next: '/agents?agent=scout', because: 'the address is an agent' },
  { address: '/?next=//evil.example', next: null, because: 'it is another site' },
  { address: '/?next=https://evil.example/', next: null, because: 'it is another site' },
])('$address leads to $next after signing in: $because', ({ address, next }) => {
  expect(arrivalOf(new URL(address, 'https://flock.example')).next).toBe(next)
})

test('only auth_failed tells that the provider failed', () => {
  const failed = (search: string) => arrivalOf(new URL(search, 'https://flock.example')).hasProviderFailed
  expect(failed('/?error=auth_failed')).toBe(true)
  expect(failed('/?error=other')).toBe(false)
})
