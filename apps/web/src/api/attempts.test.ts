import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { createAttempts } from './attempts.ts'

function setUp() {
  let made = 0
  const attempt = createAttempts(() => `key ${(made += 1)}`)
  const keys: string[] = []
  const run = (what: unknown, error?: Error) =>
    attempt(what, async (key) => {
      keys.push(key)
      if (error) throw error
    }).catch(() => undefined)
  return { run, keys }
}

test.for([
  { error: new NetworkError(), isSame: true, because: 'no answer came' },
  { error: new ApiError(503, {}), isSame: true, because: 'the server broke off' },
  {
    error: new ApiError(409, { error: 'idempotency_in_progress' }),
    isSame: true,
    because: 'it is under way',
  },
  { error: new ApiError(409, { error: 'conflict' }), isSame: false, because: 'it was refused' },
  { error: undefined, isSame: false, because: 'it was done' },
])('the same call again has the same key: $isSame, because $because', async ({ error, isSame }) => {
  const { run, keys } = setUp()
  await run(['claim', 't1'], error)
  await run(['claim', 't1'])
  expect(keys[0] === keys[1]).toBe(isSame)
})

test('another call has another key', async () => {
  const { run, keys } = setUp()
  await run(['assign', 't1', 'ana'], new NetworkError())
  await run(['assign', 't1', 'bo'])
  expect(new Set(keys).size).toBe(2)
})
