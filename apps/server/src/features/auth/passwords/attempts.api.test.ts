import { expect, test } from 'vitest'
import { eventually } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'
import { RateLimited } from '../../../platform/errors.ts'
import { createAttempts } from './attempts.ts'

test.each([
  ['right', true],
  ['wrong', false],
])('an attempt waits for the place of one being checked, which was %s', async (_verdict, isRight) => {
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
  // the place of the first, none for the second, and why
  await eventually(
    async () => queries,
    (count) => count >= 3,
  )
  verdict.resolve(isRight)

  expect(await first).toBe(isRight)
  expect(await second).toEqual(isRight ? true : expect.any(RateLimited))
})
