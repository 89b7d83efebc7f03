import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { failureSentence, waitWords } from './failure.ts'

const refused = (status: number, body: unknown, retryAfterMs: number | null = null) =>
  new ApiError(status, body, retryAfterMs)

test.for([
  {
    error: refused(401, { detail: 'Wrong username or password' }),
    message: 'Wrong username or password',
    because: 'the server says which',
  },
  {
    error: refused(403, { detail: 'This account is deactivated' }),
    message: 'This account is deactivated',
    because: 'the server says why',
  },
  {
    error: refused(409, { detail: 'This username is taken' }),
    message: 'This username is taken',
    because: 'somebody was first',
  },
  {
    error: refused(429, { detail: 'Too many wrong attempts' }, 600_000),
    message: 'Too many attempts. Try again in 10 minutes.',
    because: 'the wait is known',
  },
  {
    error: refused(429, null),
    message: 'Too many attempts. Try again in a few minutes.',
    because: 'the wait is not known',
  },
  {
    error: refused(502, null),
    message: 'The server has a problem. Please try again in a moment.',
    because: 'a proxy answered',
  },
  {
    error: refused(418, null),
    message: 'Signing in failed. Please try again.',
    because: 'nobody says why',
  },
  {
    error: new NetworkError('no'),
    message: 'The server does not answer. Check your connection and try again.',
    because: 'there is no answer',
  },
])('$message when $because', ({ error, message }) => {
  expect(failureSentence(error, 'Signing in failed. Please try again.')).toBe(message)
})

test.for([
  { ms: 0, said: '1 second' },
  { ms: 1001, said: '2 seconds' },
  { ms: 90_000, said: '90 seconds' },
  { ms: 90_001, said: '2 minutes' },
  { ms: 900_000, said: '15 minutes' },
])('a wait of $ms ms reads $said', ({ ms, said }) => {
  expect(waitWords(ms)).toBe(said)
})
