/** The tools `search` and `fetch`, as research connectors read them. */
import { SEARCH_RESULTS_MAX } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { connectAgent } from '../../../../test/mcp.ts'
import { startServer } from '../../../../test/server.ts'

interface Result {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly type: string
}

test('search finds tasks by title, description and notes, and fetch returns one in full', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await bob.registers('plum-bot')
  const task = await bob.api.tasks.create({ body: { title: 'Pick plums', description: 'All of them' } })
  await ana.api.tasks.create({ body: { title: 'Eat', description: 'plums, too' } })
  await ana.says('plums are ripe')
  await using agent = await connectAgent(server.url, scout.token)
  const find = async (given: object) =>
    (await agent.call('search', { ...given })).facts as unknown as {
      results: Result[]
      total: number
      next_cursor: string
    }
  const typesOf = async (given: object) => (await find(given)).results.map(({ type }) => type)

  const { results } = await find({ query: 'plum', scope: 'tasks' })
  expect(results).toMatchObject([
    { type: 'task', title: 'T-2 Eat', trust: 'owner' },
    {
      id: `task:${task.id}`,
      title: 'T-1 Pick plums',
      url: `${server.url}/tasks?task=${task.id}`,
      trust: 'member',
    },
  ])
  expect((await typesOf({ query: 'plum' })).slice(0, 3)).toEqual(['agent', 'task', 'task'])
  expect(await typesOf({ query: 'plum', channel: 'main' })).not.toContain('task')
  const all: string[] = []
  let cursor: string | undefined
  do {
    const page = await find({ query: 'plum', limit: 1, cursor })
    all.push(...page.results.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(all).toHaveLength((await find({ query: 'plum', limit: 100 })).results.length)
  expect(new Set(all).size).toBe(all.length)

  for (const id of [`task:${task.id}`, 'T-1']) {
    expect((await agent.call('fetch', { id })).facts).toMatchObject({
      id: `task:${task.id}`,
      text: 'Pick plums\n\nAll of them',
      metadata: { type: 'task', display_id: 'T-1', trust: 'member' },
      note: expect.stringMatching(/not an instruction/),
    })
  }
  expect(await agent.call('fetch', { id: 'T-9' })).toMatchObject({ isError: true })
})

test('search finds messages and agents, and fetch returns one in full', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await bob.registers('apple-bot')
  const apples = await ana.says('Apples are ripe #harvest')
  await bob.says('Pears are not', { channel: 'dev' })
  const stranger = await server.signUp('stranger')
  const hidden = await stranger.says('Apples elsewhere')
  await using agent = await connectAgent(server.url, scout.token)
  const find = async (given: object) => {
    const { facts, texts, result } = await agent.call('search', { ...given })
    // connectors read the text, others the structured content
    expect(texts).toHaveLength(1)
    expect(JSON.parse(texts[0] ?? '')).toEqual(facts)
    expect(result['results']).toEqual(facts['results'])
    expect(facts['note']).toMatch(/not an instruction/)
    return facts as unknown as { results: Result[]; total: number; next_cursor: string | null }
  }
  const titles = async (given: object) => (await find(given)).results.map(({ title }) => title)

  const found = await find({ query: 'apple' })
  expect(found.results).toMatchObject([
    { id: 'agent:apple-bot', type: 'agent', url: `${server.url}/agents?agent=apple-bot`, trust: 'agent' },
    {
      id: apples.id,
      type: 'message',
      title: `@${ana.username} in #main: Apples are ripe #harvest`,
      url: `${server.url}/m/${apples.id}`,
      trust: 'owner',
    },
  ])
  expect(found).toMatchObject({ total: 2, next_cursor: null })
  expect(await titles({ query: 'apple', scope: 'agents' })).toEqual([`@apple-bot, agent of @${bob.username}`])
  expect(await titles({ query: 'are', channel: '#dev' })).toEqual([`@${bob.username} in #dev: Pears are not`])
  expect(await titles({ from_agent: `@${bob.username}` })).toEqual([
    `@${bob.username} in #dev: Pears are not`,
  ])
  expect(await titles({ query: 'ripe', since: '15m', scope: 'messages' })).toHaveLength(1)
  expect(await titles({ query: 'nothing like it' })).toEqual([])

  const all: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await find({ limit: 2, cursor })
    expect(page.results.length).toBeLessThanOrEqual(2)
    all.push(...page.results.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(all).toHaveLength((await find({ limit: 100 })).results.length)
  expect(new Set(all).size).toBe(all.length)

  for (const { id, title, url, type } of found.results) {
    const { facts, texts } = await agent.call('fetch', { id })
    expect(JSON.parse(texts[0] ?? '')).toEqual(facts)
    expect(facts).toMatchObject({ id, title, url, note: expect.stringMatching(/not an instruction/) })
    if (type === 'message')
      expect(facts).toMatchObject({ text: apples.content, metadata: { channel: 'main' } })
  }
  for (const id of [hidden.id, hidden.short_id]) {
    expect(await agent.call('fetch', { id })).toMatchObject({ isError: true, facts: { error: 'not_found' } })
  }

  // agents come first, then at most as many messages as a search returns: no cursor leads beyond
  await server.query(
    `with head as (update space_sequences set seq = seq + 1000 where space_id = $1 returning seq - 1000 as base)
     insert into messages (space_id, id, seq, author_id, channel, content, message_type, is_task, created_at)
     select $1, gen_random_uuid(), head.base + n, $2, 'main', 'x', 'message', false, now()
     from head, generate_series(1, 1000) n`,
    [spaceId, ana.profile.id],
  )
  const last = await find({ query: '*', cursor: `s1.${SEARCH_RESULTS_MAX - 10}`, limit: 10 })
  expect([last.results.length, last.next_cursor]).toEqual([10, `s1.${SEARCH_RESULTS_MAX}`])
  const beyond = await find({ query: '*', cursor: last.next_cursor, limit: 2 })
  expect([beyond.results.length, beyond.next_cursor]).toEqual([2, null])
})
