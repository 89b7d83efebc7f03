import { expect, test } from 'vitest'
import { ATTEMPTS_MAX, backoffMs, periodicMs } from './backoff.ts'
import { DISCONNECTED, transition, type Effect, type Connection, type ConnectionEvent } from './connection.ts'

function after(...events: ConnectionEvent[]): { connection: Connection; effect: Effect } {
  let result: { connection: Connection; effect: Effect } = {
    connection: DISCONNECTED,
    effect: { do: 'nothing' },
  }
  for (const event of events) result = transition(result.connection, event)
  return result
}

const START: ConnectionEvent = { type: 'start' }
const WAITED: ConnectionEvent = { type: 'waited' }
const STOP: ConnectionEvent = { type: 'stop' }
const ONLINE: ConnectionEvent = { type: 'online' }
const FORBIDDEN: ConnectionEvent = { type: 'forbidden', random: 0.5 }
const opened = (at: number): ConnectionEvent => ({ type: 'opened', at })
const lost = (at: number, retryAfterMs: number | null = null): ConnectionEvent => ({
  type: 'lost',
  at,
  random: 0.5,
  retryAfterMs,
})
const shown = (at: number): ConnectionEvent => ({ type: 'shown', at })
/** This many failed attempts in a row. */
const failures = (count: number): ConnectionEvent[] =>
  Array.from({ length: count }, () => [lost(0), WAITED]).flat()

test.for([
  { attempt: 1, random: 0.5, wait: 250, because: 'the first wait is the base' },
  { attempt: 1, random: 0, wait: 188, because: 'jitter takes away up to a quarter' },
  { attempt: 1, random: 1, wait: 313, because: 'jitter adds up to a quarter' },
  { attempt: 4, random: 0.5, wait: 2000, because: 'it doubles each time' },
  { attempt: 7, random: 0.5, wait: 16_000, because: 'it still doubles' },
  { attempt: 8, random: 0.5, wait: 30_000, because: 'doubled it would pass 30 s' },
  { attempt: 10, random: 0, wait: 22_500, because: 'browsers spread at the end too' },
])('attempt $attempt waits $wait ms because $because', ({ attempt, random, wait }) => {
  expect(backoffMs(attempt, random)).toBe(wait)
})

test('the periodic mode tries every 30 s, with a jitter of a quarter', () => {
  expect([0, 0.5, 1].map(periodicMs)).toEqual([22_500, 30_000, 37_500])
})

test.for<{ what: string; events: ConnectionEvent[]; status: string; effect: Effect }>([
  { what: 'nothing happened', events: [], status: 'disconnected', effect: { do: 'nothing' } },
  { what: 'somebody signed in', events: [START], status: 'connecting', effect: { do: 'open' } },
  {
    what: 'it starts twice',
    events: [START, START],
    status: 'connecting',
    effect: { do: 'nothing' },
  },
  { what: 'the stream opened', events: [START, opened(0)], status: 'connected', effect: { do: 'nothing' } },
  {
    what: 'it was lost',
    events: [START, opened(0), lost(9000)],
    status: 'connecting',
    effect: { do: 'wait', ms: 250 },
  },
  {
    what: 'the wait is over',
    events: [START, opened(0), lost(9000), WAITED],
    status: 'connecting',
    effect: { do: 'open' },
  },
  {
    what: 'one is not a member',
    events: [START, FORBIDDEN],
    status: 'error',
    effect: { do: 'wait', ms: 30_000 },
  },
  {
    what: 'it asks again whether one is',
    events: [START, FORBIDDEN, WAITED],
    status: 'error',
    effect: { do: 'open' },
  },
  {
    what: 'nobody answers whether one is',
    events: [START, FORBIDDEN, WAITED, lost(0)],
    status: 'error',
    effect: { do: 'wait', ms: 30_000 },
  },
  {
    what: 'one is a member again',
    events: [START, FORBIDDEN, WAITED, opened(0)],
    status: 'connected',
    effect: { do: 'nothing' },
  },
  {
    what: 'the network came back while it was connected',
    events: [START, opened(0), ONLINE],
    status: 'connecting',
    effect: { do: 'open' },
  },
  {
    what: 'the network came back while it waited',
    events: [START, ...failures(7), lost(0), ONLINE],
    status: 'connecting',
    effect: { do: 'open' },
  },
  {
    what: 'the network came back in periodic mode',
    events: [START, ...failures(12), lost(0), ONLINE],
    status: 'connecting',
    effect: { do: 'open' },
  },
  {
    what: 'it was stopped',
    events: [START, opened(0), STOP],
    status: 'disconnected',
    effect: { do: 'close' },
  },
  {
    what: 'it was lost after it was stopped',
    events: [START, STOP, lost(1)],
    status: 'disconnected',
    effect: { do: 'nothing' },
  },
  {
    what: 'a wait ended after it was stopped',
    events: [START, lost(1), STOP, WAITED],
    status: 'disconnected',
    effect: { do: 'nothing' },
  },
  {
    what: 'the network came back and nobody is signed in',
    events: [ONLINE],
    status: 'disconnected',
    effect: { do: 'nothing' },
  },
])('$status and the effect, when $what', ({ events, status, effect }) => {
  const result = after(...events)
  expect([result.connection.status, result.effect]).toEqual([status, effect])
})

test.for([
  { failed: ATTEMPTS_MAX, status: 'connecting', ms: 30_000 },
  { failed: ATTEMPTS_MAX + 1, status: 'error', ms: 30_000 },
  { failed: 3, status: 'connecting', ms: 1000 },
])('after $failed losses in a row it is $status and waits $ms ms', ({ failed, status, ms }) => {
  const result = after(START, ...failures(failed - 1), lost(0))
  expect([result.connection.status, result.effect]).toEqual([status, { do: 'wait', ms }])
})

test('the periodic mode goes on until a stream opens', () => {
  const tired = [START, ...failures(40)]
  expect(after(...tired)).toMatchObject({ connection: { status: 'error' }, effect: { do: 'open' } })
  expect(after(...tired, opened(1)).connection.status).toBe('connected')
})

test('a stream that lasted 5 s resets the count, a shorter one does not', () => {
  const twice = [START, ...failures(2)]
  expect(after(...twice, opened(0), lost(5000)).connection.attempts).toBe(1)
  expect(after(...twice, opened(0), lost(4999)).connection.attempts).toBe(3)
})

test.for([
  { retryAfter: 10_000, ms: 10_000, because: 'the server asked for more than our backoff' },
  { retryAfter: 249, ms: 250, because: 'our backoff is longer' },
  { retryAfter: 251, ms: 251, because: 'the server asked for a little more' },
  { retryAfter: 86_400_000, ms: 3_600_000, because: 'a day is too long' },
  { retryAfter: Number.POSITIVE_INFINITY, ms: 3_600_000, because: 'a timer takes no such time' },
])('with a Retry-After of $retryAfter ms it waits $ms: $because', ({ retryAfter, ms }) => {
  expect(after(START, lost(0, retryAfter)).effect).toEqual({ do: 'wait', ms })
})

test.for<{ what: string; events: ConnectionEvent[]; at: number; opens: boolean }>([
  { what: 'while our own backoff runs', events: [START, ...failures(9), lost(0)], at: 1, opens: true },
  { what: 'before the server allowed it', events: [START, lost(0, 10_000)], at: 9999, opens: false },
  { what: 'once the server allows it', events: [START, lost(0, 10_000)], at: 10_000, opens: true },
  { what: 'while an attempt is under way', events: [START, lost(0), WAITED], at: 1, opens: false },
  { what: 'while the stream is open', events: [START, opened(0)], at: 1, opens: false },
])('coming back to the tab $what opens: $opens', ({ events, at, opens }) => {
  const result = after(...events, shown(at))
  expect(result.effect).toEqual({ do: opens ? 'open' : 'nothing' })
  // showing a page again and again must not restart the backoff
  expect(result.connection.attempts).toBe(after(...events).connection.attempts)
})
