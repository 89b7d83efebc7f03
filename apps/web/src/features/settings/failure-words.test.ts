import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { failureText, waitText } from './failure-words.ts'

const refused = (status: number, detail: unknown) => new ApiError(status, { error: 'x', detail })

test.for([
  {
    error: refused(409, 'You are the last administrator'),
    text: 'You are the last administrator',
    because: 'a conflict is about the whole account',
  },
  {
    error: refused(422, [{ loc: ['body', 'toString'], msg: 'Unheard of', type: 'x' }]),
    text: 'Unheard of',
    because: 'the form has no such field',
  },
  {
    error: refused(500, ''),
    text: 'It could not be changed.',
    because: 'the server has no words',
  },
  {
    error: new ApiError(429, { error: 'rate_limited', detail: 'Too many wrong attempts' }, 14 * 60_000),
    text: 'Too many wrong attempts. Try again in 14 min.',
    because: 'the server says how long to wait',
  },
  {
    error: new NetworkError('gone'),
    text: 'The server does not answer. Check your connection and try again.',
    because: 'nobody answered',
  },
])('a refusal reads "$text" because $because', ({ error, text }) => {
  expect(failureText(error, 'It could not be changed.')).toBe(text)
})

test.for([
  { waitMs: 1, text: 'in 1 min' },
  { waitMs: 60_000, text: 'in 1 min' },
  { waitMs: 60_001, text: 'in 2 min' },
  { waitMs: 899_000, text: 'in 15 min' },
  { waitMs: null, text: 'later' },
])('a wait of $waitMs ms reads "$text"', ({ waitMs, text }) => {
  expect(waitText(waitMs)).toBe(text)
})
