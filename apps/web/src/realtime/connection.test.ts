import { expect, test } from 'vitest'
import { ATTEMPTS_MAX, backoffMs } from './backoff.ts'
import { DISCONNECTED, step, type Act, type Connection, type Happening } from './connection.ts'

function after(...happenings: Happening[]): { connection: Connection; act: Act } {
  let result: { connection: Connection; act: Act } = { connection: DISCONNECTED, act: { do: 'nothing' } }
  for (const happening of happenings) result = step(result.connection, happening)
  return result
}

const START: Happening = { type: 'start' }
const WAITED: Happening = { type: 'waited' }
const opened = (at: number): Happening => ({ type: 'opened', at })
const lost = (at: number): Happening => ({ type: 'lost', at, random: 0.5 })

test.for([
  { attempt: 1, random: 0.5, wait: 250, because: 'the first wait is the base' },
  { attempt: 1, random: 0, wait: 188, because: 'jitter takes away up to a quarter' },
  { attempt: 1, random: 1, wait: 313, because: 'jitter adds up to a quarter' },
  { attempt: 4, random: 0.5, wait: 2000, because: 'it doubles each time' },
  { attempt: 8, random: 0.5, wait: 30_000, because: 'it never passes 30 s' },
  { attempt: 10, random: 0.5, wait: 30_000, because: 'it never passes 30 s' },
])('attempt $attempt waits $wait ms because $because', ({ attempt, random, wait }) => {
  expect(backoffMs(attempt, random)).toBe(wait)
})

test('it opens, connects, and opens again after a loss and a wait', () => {
  expect(after(START)).toMatchObject({ connection: { status: 'connecting' }, act: { do: 'open' } })
  expect(after(START, opened(0))).toMatchObject({
    connection: { status: 'connected' },
    act: { do: 'nothing' },
  })
  expect(after(START, opened(0), lost(9000))).toMatchObject({
    connection: { status: 'connecting', attempts: 1 },
    act: { do: 'wait', ms: 250 },
  })
  expect(after(START, opened(0), lost(9000), WAITED)).toMatchObject({ act: { do: 'open' } })
})

test('a stream that stood for a while begins the count anew, one that fell at once does not', () => {
  const twice = [START, lost(0), WAITED, lost(0), WAITED]
  expect(after(...twice, opened(0), lost(5000)).connection.attempts).toBe(1)
  expect(after(...twice, opened(0), lost(4999)).connection.attempts).toBe(3)
})

test('after ten attempts it goes on periodically, in error', () => {
  const attempts = Array.from({ length: ATTEMPTS_MAX }, () => [lost(0), WAITED]).flat()
  const result = after(START, ...attempts, lost(0))
  expect(result).toMatchObject({ connection: { status: 'error' }, act: { do: 'wait', ms: 30_000 } })
  expect(after(START, ...attempts, lost(0), WAITED).act).toEqual({ do: 'open' })
  expect(after(START, ...attempts, lost(0), WAITED, opened(1)).connection.status).toBe('connected')
})

test('coming back online opens at once, whatever was before', () => {
  const attempts = Array.from({ length: ATTEMPTS_MAX + 1 }, () => lost(0))
  expect(after(START, ...attempts, { type: 'online' })).toMatchObject({
    connection: { status: 'connecting', attempts: 0 },
    act: { do: 'open' },
  })
  expect(after({ type: 'online' }).act).toEqual({ do: 'nothing' })
})

test('where one has no business it stops trying', () => {
  expect(after(START, { type: 'forbidden' })).toMatchObject({
    connection: { status: 'error' },
    act: { do: 'nothing' },
  })
})

test('once stopped nothing starts it but a start', () => {
  expect(after(START, opened(0), { type: 'stop' })).toEqual({
    connection: DISCONNECTED,
    act: { do: 'close' },
  })
  expect(after(START, { type: 'stop' }, lost(1)).act).toEqual({ do: 'nothing' })
  expect(after(START, { type: 'stop' }, WAITED).act).toEqual({ do: 'nothing' })
})
