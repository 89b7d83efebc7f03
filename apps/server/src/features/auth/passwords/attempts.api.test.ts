import { expect, test } from 'vitest'
import { eventually } from '../../../../test/calls.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { Busy, RateLimited } from '../../../platform/errors.ts'
import { LEASE_MS, QUEUE_MAX, WAIT_MS, createAttempts, pruneLoginAttempts } from './attempts.ts'

test.each([
  ['right', true],
  ['wrong', false],
])(
  'an attempt waits for the slot of another that is being checked and turns out %s',
  async (_verdict, isRight) => {
    await using server = await startServer()
    let queries = 0
    const db = server.services.db.withPlugin({
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const attempts = createAttempts({ db, clock: server.services.clock, windowMs: 60_000 })
    const limit = { name: 'test', max: 1 }
    const verdict = Promise.withResolvers<boolean>()

    const first = attempts.run(limit, 'ana', () => verdict.promise)
    const second = attempts.run(limit, 'ana', async () => true).catch((error: unknown) => error)
    // the first has the slot, the second none, and this is why
    await eventually(
      async () => queries,
      (count) => count >= 3,
    )
    verdict.resolve(isRight)

    expect(await first).toBe(isRight)
    expect(await second).toEqual(isRight ? true : expect.any(RateLimited))
  },
)

const NEVER = () => new Promise<never>(() => {})

test('slots of attempts that a crash interrupted are free again after their lease', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const limit = { name: 'test', max: 2 }
  const [crashed, alive] = [server, twin].map(({ services: { db, clock } }) =>
    createAttempts({ db, clock, windowMs: 60 * 60_000 }),
  )
  for (let place = 0; place < limit.max; place++) void crashed?.run(limit, 'ana', NEVER)
  await placesTaken(server, limit.max)

  for (const each of [server, twin]) each.moveClock(LEASE_MS)

  expect(await alive?.run(limit, 'ana', async () => true)).toBe(true)
})

test('a wait in vain is never longer than the first one’s, and the refusal says when to retry', async () => {
  await using server = await startServer()
  const { db, clock } = server.services
  const attempts = createAttempts({ db, clock, windowMs: 60 * 60_000 })
  const limit = { name: 'test', max: 1 }
  server.freezeClock()
  void attempts.run(limit, 'ana', NEVER)
  await placesTaken(server, limit.max)

  const waiting = Array.from({ length: 3 }, () =>
    attempts.run(limit, 'ana', async () => true).catch((error: unknown) => error),
  )
  server.moveClock(WAIT_MS)

  const retryAfterSeconds = (LEASE_MS - WAIT_MS) / 1000
  for (const refused of await Promise.all(waiting)) {
    expect(refused).toMatchObject({ status: 429, state: { retryAfterSeconds } })
  }
})

test('the queue is bounded: when it is full, further attempts are refused at once', async () => {
  await using server = await startServer()
  const { db, clock } = server.services
  const attempts = createAttempts({ db, clock, windowMs: 60 * 60_000 })
  const limit = { name: 'test', max: 1 }
  server.freezeClock()
  const verdict = Promise.withResolvers<boolean>()
  const checking = Promise.withResolvers<void>()
  const first = attempts.run(limit, 'ana', () => {
    checking.resolve()
    return verdict.promise
  })
  await checking.promise
  const waiting = Array.from({ length: QUEUE_MAX }, () => attempts.run(limit, 'ana', async () => true))

  const refused = await attempts.run(limit, 'ana', async () => true).catch((error: unknown) => error)
  const ofAnother = await attempts.run(limit, 'bob', async () => true)
  verdict.resolve(true)

  expect(refused).toBeInstanceOf(RateLimited)
  expect([ofAnother, await first, ...(await Promise.all(waiting))]).not.toContain(false)
})

test('a result that arrives after its lease is discarded, so that nobody gets extra tries; a wrong one counts', async () => {
  await using server = await startServer()
  const { db, clock } = server.services
  const attempts = createAttempts({ db, clock, windowMs: 60 * 60_000 })
  const limit = { name: 'test', max: 2 }
  const verdicts = [true, false].map((verdict) => ({ verdict, ...Promise.withResolvers<boolean>() }))
  const late = verdicts.map(({ promise }) =>
    attempts.run(limit, 'ana', () => promise).catch((error: unknown) => error),
  )
  await placesTaken(server, limit.max)
  server.moveClock(LEASE_MS)

  for (const { verdict, resolve } of verdicts) resolve(verdict)

  for (const answer of await Promise.all(late)) expect(answer).toBeInstanceOf(Busy)
  expect(await server.query('select failures, leases from login_attempts')).toEqual([
    { failures: 1, leases: [] },
  ])
})

test('attempts in progress at the end of a window count in the next', async () => {
  await using server = await startServer()
  const { db, clock } = server.services
  const windowMs = LEASE_MS - WAIT_MS - 1
  const attempts = createAttempts({ db, clock, windowMs })
  const limit = { name: 'test', max: 1 }
  server.freezeClock()
  void attempts.run(limit, 'ana', NEVER)
  await placesTaken(server, limit.max)
  server.moveClock(windowMs)
  await pruneLoginAttempts({ db, clock })

  const second = attempts.run(limit, 'ana', async () => true).catch((error: unknown) => error)
  server.moveClock(WAIT_MS)

  expect(await second).toBeInstanceOf(RateLimited)
})

async function placesTaken(server: TestServer, count: number): Promise<void> {
  await eventually(
    () => server.query<{ taken: number }>('select cardinality(leases) as taken from login_attempts'),
    ([row]) => row?.taken === count,
  )
}
