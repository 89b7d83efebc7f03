import { expect, test } from 'vitest'
import { backoffMs, judge429, pausedAgent, retryAfterMs } from './retry-after.ts'

const NOW = Date.parse('2026-01-01T12:00:00Z')

test.for([
  {
    headers: { 'retry-after': '7', 'ratelimit-reset': '30' },
    body: { retry_after: 9 },
    wait: 7000,
    because: 'the header comes first',
  },
  {
    headers: { 'retry-after': 'Thu, 01 Jan 2026 12:00:05 GMT' },
    body: null,
    wait: 5000,
    because: 'it may be a date',
  },
  {
    headers: { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' },
    body: null,
    wait: 0,
    because: 'a date may be past',
  },
  {
    headers: { 'retry-after': 'soon', 'ratelimit-reset': '3' },
    body: null,
    wait: 3000,
    because: 'an unreadable header counts as none',
  },
  {
    headers: { 'ratelimit-reset': '12' },
    body: { retry_after: 9 },
    wait: 12_000,
    because: 'the reset header comes before the body',
  },
  {
    headers: { 'retry-after': 'Thu, 01 Jan 2026 11:00:05 GMT', date: 'Thu, 01 Jan 2026 11:00:00 GMT' },
    body: null,
    wait: 5000,
    because: "a date is compared with the server's clock, not with a wrong one here",
  },
  { headers: { 'retry-after': '0' }, body: { retry_after: 9 }, wait: 0, because: 'none is a wait too' },
  {
    headers: { 'retry-after': '-5', 'ratelimit-reset': '3' },
    body: null,
    wait: 3000,
    because: 'a number below nothing is not a date either',
  },
  {
    headers: { 'retry-after': '0x10', 'ratelimit-reset': '1e9' },
    body: { retry_after: '4' },
    wait: 4000,
    because: 'only plain numbers count',
  },
  {
    headers: { 'ratelimit-reset': '12', 'x-ratelimit-reset': '5' },
    body: null,
    wait: 12_000,
    because: 'the newer name comes first',
  },
  {
    headers: { 'x-ratelimit-reset': '5' },
    body: { retry_after: 9 },
    wait: 5000,
    because: 'the older name counts',
  },
  {
    headers: { 'x-ratelimit-reset': String(NOW / 1000 + 7) },
    body: null,
    wait: 7000,
    because: 'it may be a time',
  },
  {
    headers: { 'x-ratelimit-reset': String(NOW / 1000 - 7) },
    body: null,
    wait: 0,
    because: 'the time may be past',
  },
  { headers: {}, body: { retry_after: 9 }, wait: 9000, because: 'the body comes last' },
  { headers: {}, body: { retry_after: -1 }, wait: null, because: 'no wait is negative' },
  { headers: {}, body: 'busy', wait: null, because: 'nothing names one' },
])('the wait is $wait ms because $because', ({ headers, body, wait }) => {
  expect(retryAfterMs(new Headers(headers as HeadersInit), body, NOW)).toBe(wait)
})

test.for([
  {
    body: {},
    refusedBefore: 0,
    verdict: { retry: true, waitMs: 1125 },
    because: 'backoff begins at 1 s with up to 250 ms of jitter',
  },
  { body: {}, refusedBefore: 1, verdict: { retry: true, waitMs: 2125 }, because: 'it doubles' },
  {
    body: {},
    refusedBefore: 2,
    verdict: { retry: false, waitMs: 4125, holdMs: 4125 },
    because: 'two retries are enough',
  },
  {
    body: { retry_after: 60 },
    refusedBefore: 0,
    verdict: { retry: true, waitMs: 60_000 },
    because: '60 s is bearable',
  },
  {
    body: { retry_after: 61 },
    refusedBefore: 0,
    verdict: { retry: false, waitMs: 61_000, holdMs: 10_000 },
    because: 'more than 60 s is not waited out',
  },
  {
    body: { retry_after: 9 },
    refusedBefore: 2,
    verdict: { retry: false, waitMs: 9000, holdMs: 9000 },
    because: 'later calls wait as long as this one had to',
  },
  {
    body: { retry_after: 11 },
    refusedBefore: 2,
    verdict: { retry: false, waitMs: 11_000, holdMs: 10_000 },
    because: 'later calls wait 10 s at most',
  },
  {
    body: { scope: 'agent', retry_after: 5 },
    refusedBefore: 0,
    verdict: { retry: false, waitMs: 5000, holdMs: 0 },
    because: "an agent's limit is no reason to hold back other calls",
  },
  {
    body: { error: 'agent_circuit_breaker', key: 'agent:scout' },
    refusedBefore: 0,
    verdict: { retry: false, waitMs: 1125, holdMs: 0 },
    because: 'a paused agent stays paused',
  },
])('a 429 is judged $verdict because $because', ({ body, refusedBefore, verdict }) => {
  expect(judge429({ headers: new Headers(), body, refusedBefore, random: 0.5, now: NOW })).toEqual(verdict)
})

test('a paused agent is named, with a default pause of 60 seconds', () => {
  const expected = { key: 'agent:scout', username: 'scout', retryAfterS: 60 }
  expect(pausedAgent({ type: 'agent_circuit_breaker', key: 'agent:scout' })).toEqual(expected)
  expect(pausedAgent({ error: 'rate_limited', key: 'agent:scout' })).toBeNull()
})

test.for([
  { refusedBefore: 0, random: 0, wait: 1000 },
  { refusedBefore: 0, random: 1, wait: 1250 },
  { refusedBefore: 5, random: 0, wait: 32_000 },
  { refusedBefore: 6, random: 0, wait: 60_000 },
  { refusedBefore: 9, random: 1, wait: 60_250 },
])('after $refusedBefore refusals the backoff is $wait ms', ({ refusedBefore, random, wait }) => {
  expect(backoffMs(refusedBefore, random)).toBe(wait)
})

test.for([
  { body: { retry_after: 30 }, headers: {}, seconds: 30, because: 'the body says it' },
  { body: { retry_after: '30' }, headers: {}, seconds: 30, because: 'the body says it in words' },
  { body: {}, headers: { 'retry-after': '20' }, seconds: 20, because: 'the header says it' },
  { body: { retry_after: 'soon' }, headers: {}, seconds: 60, because: 'nobody says it' },
])('an agent is paused for $seconds s because $because', ({ body, headers, seconds }) => {
  const named = { error: 'agent_circuit_breaker', key: 'agent:scout', ...body }
  expect(pausedAgent(named, new Headers(headers as HeadersInit))).toMatchObject({ retryAfterS: seconds })
})
