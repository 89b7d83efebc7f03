/** Slow searches delay only those of the same caller (docs/rules/search.md#at-once). */
import { searchRoutes } from '@flockwork/contract/search'
import { expect, test } from 'vitest'
import { call, type Answer } from '../../../test/calls.ts'
import { lockRows } from '../../../test/locks.ts'
import { connectAgent } from '../../../test/mcp.ts'
import { textsOf } from '../../../test/search.ts'
import { startServer } from '../../../test/server.ts'

/** More than there are connections for calls. */
const SEARCHES = 24

test("one caller's slow searches delay neither calls nor searches of others", async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const bob = await server.signUp('bob')
  await ana.says('crane')
  await bob.says('lift')
  await textsOf(ana, { query: 'crane' })
  // searches in Ana's space wait for it
  await ana.says('crane again')
  await using lock = await lockRows(server, 'select 1 from search_positions where space_id = $1 for update', [
    spaceId,
  ])

  const slow = Array.from({ length: SEARCHES }, () =>
    call(server.url, 'POST', searchRoutes.search.path, { token: ana.token(), json: { query: 'crane' } }),
  )
  const refusedAtOnce = await Promise.any(slow)
  const [me, own, found] = await Promise.all([
    call(server.url, 'GET', '/auth/me', { token: bob.token() }),
    call(server.url, 'GET', '/auth/me', { token: ana.token() }),
    textsOf(bob, { query: 'lift' }),
  ])

  expect([me.status, own.status, found]).toEqual([200, 200, ['lift']])
  expectTooMany(refusedAtOnce)
  await lock.release()
  const statuses = (await Promise.all(slow)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(SEARCHES - 10)
})

function expectTooMany({ status, headers, body }: Answer): void {
  expect([status, headers.get('retry-after')]).toEqual([429, '1'])
  expect(body).toMatchObject({ error: 'rate_limited', detail: 'Too many searches at once' })
}

test("over MCP, too: a person's agents share the person's slots, and refusals say when to retry", async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const [one, two] = [await ana.registers('one'), await ana.registers('two')]
  await using first = await connectAgent(server.url, one.token)
  await using second = await connectAgent(server.url, two.token)
  await ana.says('crane')
  await textsOf(ana, { query: 'crane' })
  await ana.says('crane again')
  await using lock = await lockRows(server, 'select 1 from search_positions where space_id = $1 for update', [
    spaceId,
  ])

  const slow = [first, second].flatMap((agent) =>
    Array.from({ length: 6 }, () => agent.call('search', { query: 'crane', scope: 'messages' })),
  )
  const refused: object[] = []
  for (const call of slow) {
    void call.then(({ isError, facts }) => {
      if (isError) refused.push(facts ?? {})
    })
  }
  await expect.poll(() => refused.length, { timeout: 30_000 }).toBe(2)
  expect(refused[0]).toMatchObject({ error: 'rate_limited', retry_after_seconds: 1 })
  await lock.release()
  const answers = await Promise.all(slow)
  expect(answers.filter(({ isError }) => isError)).toHaveLength(2)
})
