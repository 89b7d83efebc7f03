import { expect, test } from 'vitest'
import { ATTEMPTS_MAX, backoffMs, periodicMs } from './backoff.ts'
import { DISCONNECTED, step, type Act, type Connection, type Happening } from './connection.ts'

function after(...happenings: Happening[]): { connection: Connection; act: Act } {
  let result: { connection: Connection; act: Act } = { connection: DISCONNECTED, act: { do: 'nothing' } }
  for (const happening of happenings) result = step(result.connection, happening)
  return result
}

const START: Happening = { type: 'start' }
const WAITED: Happening = { type: 'waited' }
const STOP: Happening = { type: 'stop' }
const ONLINE: Happening = { type: 'online' }
const FORBIDDEN: Happening = { type: 'forbidden', random: 0.5 }
const opened = (at: number): Happening => ({ type: 'opened', at })
const lost = (at: number, toldMs: number | null = null): Happening => ({
  type: 'lost',
  at,
  random: 0.5,
  toldMs,
})
const shown = (at: number): Happening => ({ type: 'shown', at })
/** So many attempts that came to nothing, one after the other. */
const failures = (count: number): Happening[] => Array.from({ length: count }, () => [lost(0), WAITED]).flat()

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

test('the periodic mode asks every 30 s, give or take a quarter', () => {
  expect([0, 0.5, 1].map(periodicMs)).toEqual([22_500, 30_000, 37_500])
})

test.for<{ what: string; happenings: Happening[]; status: string; act: Act }>([
  { what: 'nothing happened', happenings: [], status: 'disconnected', act: { do: 'nothing' } },
  { what: 'somebody signed in', happenings: [START], status: 'connecting', act: { do: 'open' } },
  {
    what: 'it is told to start twice',
    happenings: [START, START],
    status: 'connecting',
    act: { do: 'nothing' },
  },
  { what: 'the stream opened', happenings: [START, opened(0)], status: 'connected', act: { do: 'nothing' } },
  {
    what: 'it was lost',
    happenings: [START, opened(0), lost(9000)],
    status: 'connecting',
    act: { do: 'wait', ms: 250 },
  },
  {
    what: 'the wait is over',
    happenings: [START, opened(0), lost(9000), WAITED],
    status: 'connecting',
    act: { do: 'open' },
  },
  {
    what: 'one is not a member',
    happenings: [START, FORBIDDEN],
    status: 'error',
    act: { do: 'wait', ms: 30_000 },
  },
  {
    what: 'it asks again whether one is',
    happenings: [START, FORBIDDEN, WAITED],
    status: 'error',
    act: { do: 'open' },
  },
  {
    what: 'nobody answers whether one is',
    happenings: [START, FORBIDDEN, WAITED, lost(0)],
    status: 'error',
    act: { do: 'wait', ms: 30_000 },
  },
  {
    what: 'one is a member again',
    happenings: [START, FORBIDDEN, WAITED, opened(0)],
    status: 'connected',
    act: { do: 'nothing' },
  },
  {
    what: 'the network came back while it stood',
    happenings: [START, opened(0), ONLINE],
    status: 'connecting',
    act: { do: 'open' },
  },
  {
    what: 'the network came back while it waited',
    happenings: [START, ...failures(7), lost(0), ONLINE],
    status: 'connecting',
    act: { do: 'open' },
  },
  {
    what: 'the network came back in periodic mode',
    happenings: [START, ...failures(12), lost(0), ONLINE],
    status: 'connecting',
    act: { do: 'open' },
  },
  {
    what: 'it was stopped',
    happenings: [START, opened(0), STOP],
    status: 'disconnected',
    act: { do: 'close' },
  },
  {
    what: 'it was lost after it was stopped',
    happenings: [START, STOP, lost(1)],
    status: 'disconnected',
    act: { do: 'nothing' },
  },
  {
    what: 'a wait ended after it was stopped',
    happenings: [START, lost(1), STOP, WAITED],
    status: 'disconnected',
    act: { do: 'nothing' },
  },
  {
    what: 'the network came back and nobody is signed in',
    happenings: [ONLINE],
    status: 'disconnected',
    act: { do: 'nothing' },
  },
])('$status, and what to do, when $what', ({ happenings, status, act }) => {
  const result = after(...happenings)
  expect([result.connection.status, result.act]).toEqual([status, act])
})

test.for([
  { failed: ATTEMPTS_MAX, status: 'connecting', ms: 30_000 },
  { failed: ATTEMPTS_MAX + 1, status: 'error', ms: 30_000 },
  { failed: 3, status: 'connecting', ms: 1000 },
])('after $failed losses in a row it is $status and waits $ms ms', ({ failed, status, ms }) => {
  const result = after(START, ...failures(failed - 1), lost(0))
  expect([result.connection.status, result.act]).toEqual([status, { do: 'wait', ms }])
})

test('the periodic mode goes on until a stream opens', () => {
  const tired = [START, ...failures(40)]
  expect(after(...tired)).toMatchObject({ connection: { status: 'error' }, act: { do: 'open' } })
  expect(after(...tired, opened(1)).connection.status).toBe('connected')
})

test('a stream that stood for 5 s begins the count anew, one that fell sooner does not', () => {
  const twice = [START, ...failures(2)]
  expect(after(...twice, opened(0), lost(5000)).connection.attempts).toBe(1)
  expect(after(...twice, opened(0), lost(4999)).connection.attempts).toBe(3)
})

test.for([
  { told: 10_000, ms: 10_000, because: 'the server asked for more than our backoff' },
  { told: 249, ms: 250, because: 'our backoff is longer' },
  { told: 251, ms: 251, because: 'the server asked for a little more' },
  { told: 86_400_000, ms: 3_600_000, because: 'nobody believes a day' },
  { told: Number.POSITIVE_INFINITY, ms: 3_600_000, because: 'a timer holds no such time' },
])('told to wait $told ms it waits $ms: $because', ({ told, ms }) => {
  expect(after(START, lost(0, told)).act).toEqual({ do: 'wait', ms })
})

test.for<{ what: string; happenings: Happening[]; at: number; opens: boolean }>([
  { what: 'while our own backoff runs', happenings: [START, ...failures(9), lost(0)], at: 1, opens: true },
  { what: 'before the server allowed it', happenings: [START, lost(0, 10_000)], at: 9999, opens: false },
  { what: 'once the server allows it', happenings: [START, lost(0, 10_000)], at: 10_000, opens: true },
  { what: 'while an attempt is under way', happenings: [START, lost(0), WAITED], at: 1, opens: false },
  { what: 'while the stream stands', happenings: [START, opened(0)], at: 1, opens: false },
])('coming back to the tab $what opens: $opens', ({ happenings, at, opens }) => {
  const result = after(...happenings, shown(at))
  expect(result.act).toEqual({ do: opens ? 'open' : 'nothing' })
  // looking at a page again and again must not begin the backoff anew
  expect(result.connection.attempts).toBe(after(...happenings).connection.attempts)
})
