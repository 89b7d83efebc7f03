import { expect, test } from 'vitest'
import { arrivalOf, withoutSecrets } from './arrival.ts'

const at = (address: string) => new URL(address, 'https://flock.example')

test.for([
  { address: '/', next: null, because: 'nothing is named' },
  { address: '/tasks', next: null, because: 'a tab alone is not a thing' },
  { address: '/?next=/agents', next: '/agents', because: 'next names it' },
  { address: '/m/1a2b3c4d', next: '/m/1a2b3c4d', because: 'the address is a message' },
  { address: '/tasks?task=1', next: '/tasks?task=1', because: 'the address is a task' },
  {
    address: '/tasks?space=1&status=blocked',
    next: '/tasks?space=1&status=blocked',
    because: 'the address is a view of tasks that somebody sent',
  },
  {
    address: '/tasks?task=1&error=auth_failed',
    next: '/tasks?task=1',
    because: 'the failure is not part of it',
  },
  { address: '/agents?agent=scout', next: '/agents?agent=scout', because: 'the address is an agent' },
  { address: '/consent/a_B-1', next: '/consent/a_B-1', because: 'a program asks there' },
  {
    address: '/device?user_code=BCDF-GHJK',
    next: '/device?user_code=BCDF-GHJK',
    because: 'a device waits for it',
  },
  { address: '/consent/failed', next: null, because: 'nothing is asked there' },
  { address: '/?next=//evil.example', next: null, because: 'it is another site' },
  { address: '/?next=/%5Cevil.example', next: null, because: 'browsers read a backslash as a slash' },
  { address: '/?next=/%09/evil.example', next: null, because: 'browsers leave tabs out' },
  { address: '/?next=https://evil.example/', next: null, because: 'it is another site' },
  { address: '/?next=javascript:alert(1)', next: null, because: 'it is a script' },
])('$address leads to $next after signing in: $because', ({ address, next }) => {
  expect(arrivalOf(at(address)).next).toBe(next)
})

test.for([
  { address: '/', page: null },
  { address: '/oauth/token?token=x', page: 'token' },
  { address: '/oauth/token/', page: 'token' },
  { address: '/oauth/success', page: 'success' },
  { address: '/reset#token=x', page: 'reset' },
  { address: '/consent/failed?reason=invalid_client', page: 'consentFailed' },
  { address: '/consent/abc', page: null },
  { address: '/resets', page: null },
  { address: '/oauth/other', page: null },
])('$address is the page $page', ({ address, page }) => {
  expect(arrivalOf(at(address)).page).toBe(page)
})

test('the login page reads token, username and error', () => {
  expect(arrivalOf(at('/?token=abc&username=ana&error=auth_failed'))).toMatchObject({
    token: 'abc',
    username: 'ana',
    error: 'auth_failed',
  })
  expect(arrivalOf(at('/'))).toMatchObject({ token: null, username: null, error: null })
})

test('a reset link carries its token behind the hash, where no server sees it', () => {
  expect(arrivalOf(at('/reset#token=abc')).token).toBe('abc')
  expect(arrivalOf(at('/reset?token=abc')).token).toBeNull()
})

test.for([
  { address: '/?token=abc&username=ana&error=x&next=/agents', clean: '/?next=%2Fagents' },
  { address: '/oauth/token?token=abc', clean: '/oauth/token' },
  { address: '/reset#token=abc', clean: '/reset' },
  { address: '/?token=abc#tasks', clean: '/#tasks' },
  { address: '/tasks?task=1', clean: '/tasks?task=1' },
])('$address is cleaned to $clean', ({ address, clean }) => {
  expect(withoutSecrets(at(address)).href).toBe(at(clean).href)
})
