import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { failureOf, waitText } from './failure-words.ts'

const ASKED = {
  wireNames: { current_password: 'current', new_password: 'next' },
  refusal: 'current',
} as const
const asked = { ...ASKED, fallback: 'It could not be changed.' }

const refused = (status: number, detail: unknown) => new ApiError(status, { error: 'x', detail })

test.for([
  {
    error: refused(422, [{ loc: ['body', 'new_password'], msg: 'At least 8 characters', type: 'x' }]),
    failure: { fields: { next: 'At least 8 characters' }, message: null },
    because: 'the server names the field',
  },
  {
    error: refused(409, 'You are the last administrator'),
    failure: { fields: {}, message: 'You are the last administrator' },
    because: 'a conflict is about the whole account',
  },
  {
    error: refused(422, [{ loc: ['body', 'toString'], msg: 'Unheard of', type: 'x' }]),
    failure: { fields: {}, message: 'Unheard of' },
    because: 'the form has no such field',
  },
  {
    error: refused(500, ''),
    failure: { fields: {}, message: 'It could not be changed.' },
    because: 'the server has no words',
  },
  {
    error: new ApiError(429, { error: 'rate_limited', detail: 'Too many wrong attempts' }, 14 * 60_000),
    failure: { fields: {}, message: 'Too many wrong attempts. Try again in 14 min.' },
    because: 'the server says how long to wait',
  },
  {
    error: new NetworkError('gone'),
    failure: {
      fields: {},
      message: 'The server does not answer. Check your connection and try again.',
    },
    because: 'nobody answered',
  },
])('a failure is told as $failure because $because', ({ error, failure }) => {
  expect(failureOf(error, asked)).toEqual(failure)
})

test.for([
  { waitMs: 1, text: 'in 1 min' },
  { waitMs: 60_000, text: 'in 1 min' },
  { waitMs: 60_001, text: 'in 2 min' },
  { waitMs: 899_000, text: 'in 15 min' },
  { waitMs: null, text: 'later' },
])('a wait of $waitMs ms is said as "$text"', ({ waitMs, text }) => {
  expect(waitText(waitMs)).toBe(text)
})
