import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../../api/api-error.ts'
import { refusalReason, sendFailureText } from './send-failure.ts'

const limited = new ApiError(429, { detail: '@scout takes at most 5 messages from one sender an hour' }, 1000)

test.for([
  { error: new NetworkError('gone'), words: 'Please try again.', because: 'nobody answered' },
  {
    error: new ApiError(500, { detail: 'no' }),
    words: 'Please try again.',
    because: 'it says nothing to a person',
  },
  {
    error: new ApiError(503, { error: 'guardrails_unavailable', detail: 'Not checked.' }, 2000),
    words: 'Not checked.',
    because: 'nothing is wrong with the text',
  },
  {
    error: limited,
    words: '@scout takes at most 5 messages from one sender an hour. Try again in 1 second.',
    because: 'it names the agent and the time',
  },
  { error: new ApiError(429, { detail: 'Too many' }), words: 'Too many.', because: 'nobody knows when' },
  {
    error: new ApiError(429, {}, 90_000),
    words: 'Please try again. Try again in 90 seconds.',
    because: 'it is short',
  },
  {
    error: new ApiError(429, { detail: 'Too many' }, 90_001),
    words: 'Too many. Try again in 2 minutes.',
    because: 'it is longer',
  },
  {
    error: new ApiError(429, { detail: 'Too many' }, 5_400_001),
    words: 'Too many. Try again in 2 hours.',
    because: 'it is never said to be sooner than it is',
  },
])('why a message was not sent: $because', ({ error, words }) => {
  expect(sendFailureText(error, 'Please try again.')).toBe(words)
})

test.for([
  { error: new NetworkError('gone'), reason: null, because: 'nobody answered' },
  { error: new ApiError(429, null, 1000), reason: null, because: 'that it passes is no reason' },
  { error: new ApiError(502, null), reason: null, because: 'a proxy gives no reason' },
  { error: new ApiError(500, { detail: 'Look in the log' }), reason: null, because: 'only the operator can' },
  {
    error: new ApiError(422, { detail: 'There is no channel dev here' }),
    reason: 'There is no channel dev here.',
    because: 'the server said so',
  },
  {
    error: new ApiError(403, { detail: { code: 'paused', message: 'Your agent is paused!' } }),
    reason: 'Your agent is paused!',
    because: 'it is a sentence already',
  },
  {
    error: limited,
    reason: '@scout takes at most 5 messages from one sender an hour. Try again in 1 second.',
    because: 'it passes',
  },
])('the reason of a refusal is $reason: $because', ({ error, reason }) => {
  expect(refusalReason(error)).toBe(reason)
})
