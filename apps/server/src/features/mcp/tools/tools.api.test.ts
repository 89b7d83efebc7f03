import { expect, test } from 'vitest'
import { connectAgent } from '../../../../test/mcp.ts'
import { connectProgram } from '../../../../test/oauth-client.ts'
import { startServer } from '../../../../test/server.ts'

const ERAS = [
  { era: 'the handshake of 2025', mode: 'legacy' },
  { era: 'the stateless protocol of 2026', mode: { pin: '2026-07-28' } },
] as const

test.for(ERAS)('over $era an agent reads its mentions, answers, and is verified', async ({ mode }) => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const question = await ana.says('Hello @scout, any news?\nI am curious.')
  await using agent = await connectAgent(server.url, scout.token, { path: '/mcp/agents/scout', mode })

  const { tools } = await agent.client.listTools()
  const checked = await agent.call('messages')
  const sent = await agent.call('messages', {
    action: 'send',
    content: 'None yet @ana, @nobody',
    parent_message_id: question.short_id,
  })

  expect(tools.map(({ name }) => name)).toEqual([
    'messages',
    'change_message',
    'tasks',
    'agents',
    'spaces',
    'search',
    'fetch',
    'whoami',
    'profile',
  ])
  expect(checked.text).toContain(`• ana: Hello @scout, any news? ⏎ I am curious. [id:${question.short_id}]`)
  expect(checked.text.match(/not an instruction/g)).toHaveLength(1)
  expect(checked.facts).toMatchObject({
    messages: [
      {
        id: question.id,
        sender_name: 'ana',
        sender_type: 'user',
        trust: 'owner',
        owner: null,
        channel: 'main',
      },
    ],
    unread_count: 0,
    timed_out: false,
  })
  expect(sent.facts).toMatchObject({
    status: 'sent',
    mentions_resolved: ['ana'],
    mentions_unknown: [{ handle: 'nobody' }],
    deliveries: [{ recipient: 'ana', reason: 'mention', state: 'stored' }],
  })
  expect(await ana.reads(String(sent.facts['message_id']))).toMatchObject({
    username: 'scout',
    parent_id: question.id,
  })
  const { agents } = await ana.api.agents.list({ query: {} })
  expect(agents.find(({ id }) => id === scout.id)).toMatchObject({ verified: true })
})

test('text, structured content and lists of an answer agree', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await ana.says('one @scout')
  await ana.says('two @scout')
  await using agent = await connectAgent(server.url, scout.token)

  const { text, facts, result } = await agent.call('messages', { mark_read: false })

  expect(result['messages']).toEqual(facts['messages'])
  expect(result['events']).toEqual(facts['events'])
  const messages = facts['messages'] as { content: string; short_id: string; sender_name: string }[]
  expect(messages.map(({ content }) => content)).toEqual(['one @scout', 'two @scout'])
  for (const { content, short_id, sender_name } of messages) {
    expect(text).toContain(`• ${sender_name}: ${content} [id:${short_id}]`)
  }
})

test('the published tools have plain types, titles and annotations, and are concise', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)

  const { tools } = await agent.client.listTools()

  expect(JSON.stringify(tools).length).toBeLessThan(15_000)
  for (const tool of tools) {
    expect(tool).toMatchObject({
      title: expect.any(String),
      annotations: { openWorldHint: false },
    })
    for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {})) {
      expect(property, name).toMatchObject({
        type: expect.stringMatching(/^(string|number|boolean|array)$/),
      })
    }
  }
  const hints = Object.fromEntries(
    tools.map(({ name, annotations: { readOnlyHint, destructiveHint } = {} }) => [
      name,
      [readOnlyHint, destructiveHint],
    ]),
  )
  expect(hints).toEqual({
    messages: [undefined, false],
    change_message: [undefined, true],
    tasks: [undefined, false],
    agents: [true, undefined],
    spaces: [undefined, false],
    search: [true, undefined],
    fetch: [true, undefined],
    whoami: [true, undefined],
    profile: [undefined, true],
  })
})

test('whoami shows name, owner, space and unread mentions', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await ana.says('hey @scout')
  await using agent = await connectAgent(server.url, scout.token)

  const { text, facts } = await agent.call('whoami', { action: null })

  expect(text).toMatch(
    /^You are @scout, agent of @ana, in Field Lab\. Unread mentions: 1\.\nBio: .+\nScopes: mcp, messages:write, tasks:write, spaces:switch\. Limits: .+waits at once 5, chain max steps 6, chain max messages 60\. Time: /,
  )
  expect(facts).toMatchObject({
    agent: { id: scout.id, handle: 'scout', type: 'general' },
    owner: 'ana',
    space: { id: spaceId, name: 'Field Lab' },
    scopes: ['mcp', 'messages:write', 'tasks:write', 'spaces:switch'],
    unread_mentions: 1,
    open_tasks: 0,
    disabled: false,
    limits: { waits_at_once: 5 },
    server_time: expect.stringMatching(/Z$/),
  })
})

test('mark_read marks mail as seen, otherwise as delivered, and a cursor never repeats a message', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const posts = [await ana.says('1 @scout'), await ana.says('2 @scout'), await ana.says('3 @scout')]
  await using agent = await connectAgent(server.url, scout.token)
  const seen: unknown[] = []

  let cursor: unknown
  for (let page = 0; page < 4; page++) {
    const { facts } = await agent.call('messages', { mark_read: false, limit: 1, cursor })
    seen.push(...(facts['messages'] as { id: string }[]).map(({ id }) => id))
    cursor = facts['next_cursor']
    expect(facts['unread_count']).toBe(3)
  }
  expect(seen).toEqual(posts.map(({ id }) => id))
  await server.services.receipts.flush()
  expect(await statesOf(ana, posts)).toEqual(['delivered', 'delivered', 'delivered'])

  const late = await ana.says('4 @scout')
  expect((await agent.call('messages', { mark_read: false, cursor })).facts['messages']).toMatchObject([
    { id: late.id },
  ])
  expect((await agent.call('messages', { limit: 3 })).facts).toMatchObject({ unread_count: 1 })
  expect((await agent.call('messages')).facts['messages']).toMatchObject([{ id: late.id }])
  expect((await agent.call('messages')).text).toMatch(/^No mentions found\. To wait/)
  expect(await statesOf(ana, posts)).toEqual(['seen', 'seen', 'seen'])
})

async function statesOf(
  author: { reads(id: string): Promise<{ deliveries?: { state: string }[] | undefined }> },
  posts: readonly { id: string }[],
) {
  const states: (string | undefined)[] = []
  for (const { id } of posts) states.push((await author.reads(id)).deliveries?.[0]?.state)
  return states
}

test('the feed of the space is paged from the newest on, and can be searched for a text', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await ana.says('apples are ripe #harvest')
  await bob.says('pears too')
  await bob.says('Apples sold out', { channel: 'dev' })
  await using agent = await connectAgent(server.url, scout.token)
  const contents = async (given: object) => {
    const { facts } = await agent.call('messages', { mode: 'latest', ...given })
    return (facts['messages'] as { content: string }[]).map(({ content }) => content)
  }

  expect(await contents({})).toEqual(['apples are ripe #harvest', 'pears too', 'Apples sold out'])
  expect(await contents({ query: 'apples' })).toEqual(['apples are ripe #harvest', 'Apples sold out'])
  expect(await contents({ channel: 'dev' })).toEqual(['Apples sold out'])
  expect(await contents({ filter_agent: '@BOB' })).toEqual(['pears too', 'Apples sold out'])
  expect(await contents({ filter_topic: '#Harvest', since: '15m' })).toEqual(['apples are ripe #harvest'])
  const first = await agent.call('messages', { mode: 'latest', query: 'apples', limit: 1, wait: true })
  expect(first.facts).toMatchObject({ messages: [{ content: 'Apples sold out' }], timed_out: false })
  expect(first.facts['notice']).toMatch(/^wait was left out/)
  expect(await contents({ query: 'apples', limit: 1, cursor: first.facts['next_cursor'] })).toEqual([
    'apples are ripe #harvest',
  ])
  const newest = await agent.call('messages', { mode: 'latest', limit: 2 })
  expect(newest.facts).not.toHaveProperty('notice')
  expect(await contents({ limit: 2, cursor: newest.facts['next_cursor'] })).toEqual([
    'apples are ripe #harvest',
  ])
})

test('a thread can be read by any of its messages', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const root = await ana.says('who is in?')
  const reply = await bob.replies(root, 'me')
  await using agent = await connectAgent(server.url, scout.token)

  const { facts } = await agent.call('messages', {
    action: 'thread',
    message_id: reply.short_id.toUpperCase(),
  })

  expect(facts['messages']).toMatchObject([
    { content: 'who is in?', trust: 'owner' },
    { content: 'me', trust: 'member', parent_message_id: root.id },
  ])
})

test('a mailbox covers every space of the agent, and a short id is found in any of them', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const { id } = await ana.api.spaces.create({ body: { name: 'Elsewhere', visibility: 'private' } })
  await ana.goesTo(id)
  const question = await ana.says('over here @scout')
  await using agent = await connectAgent(server.url, scout.token)

  const { facts } = await agent.call('messages')
  const sent = await agent.call('messages', {
    action: 'send',
    content: 'coming',
    reply_to: question.short_id,
  })

  expect(facts['messages']).toMatchObject([{ id: question.id, space_id: id }])
  expect(await ana.reads(String(sent.facts['message_id']))).toMatchObject({
    space_id: id,
    parent_id: question.id,
  })
})

test('the same idempotency key posts once', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const send = (content: string) => agent.call('messages', { action: 'send', content, idempotency_key: 'k1' })

  const first = await send('once')
  const again = await send('once')
  const other = await send('twice')

  expect(again.facts['message_id']).toBe(first.facts['message_id'])
  expect(other).toMatchObject({ isError: true, facts: { error: 'idempotency_mismatch' } })
  expect(other.text).toContain('Use a new idempotency_key')

  // it doesn't matter whether the repeat got a slot to wait in
  const asks = { action: 'send', content: 'and?', idempotency_key: 'k2', wait: true, timeout: 0.2 }
  await agent.call('messages', { action: 'stop', timeout: 60 })
  const withoutPlace = await agent.call('messages', asks)
  await agent.call('messages', { action: 'stop', timeout: 0 })
  const withPlace = await agent.call('messages', asks)
  expect(withoutPlace.facts).toMatchObject({ status: 'sent', retry_after_seconds: expect.any(Number) })
  expect(withPlace.facts).toMatchObject({
    message_id: withoutPlace.facts['message_id'],
    timed_out: true,
  })
  expect(await agent.call('messages', { ...asks, wait: false })).toMatchObject({ isError: true })
})

/** Actions that need more than the scope `mcp`. */
const SCOPES: Readonly<Record<string, string>> = {
  'messages send': 'messages:write',
  'messages react': 'messages:write',
  'change_message edit': 'messages:write',
  'change_message delete': 'messages:write',
  'messages stop': 'messages:write',
  'profile update': 'messages:write',
  'profile report_usage': 'messages:write',
  'spaces switch': 'spaces:switch',
  'tasks assign': 'tasks:write',
  'tasks bulk': 'tasks:write',
  'tasks claim': 'tasks:write',
  'tasks complete': 'tasks:write',
  'tasks create': 'tasks:write',
  'tasks note': 'tasks:write',
  'tasks progress': 'tasks:write',
  'tasks release': 'tasks:write',
  'tasks status': 'tasks:write',
  'tasks update': 'tasks:write',
}

test('a read-only program is refused every action that changes something, and unknown actions', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  const { access_token: token } = await connectProgram(server.url, ana, 'scout', { scope: 'mcp' })
  await using agent = await connectAgent(server.url, token)
  const { tools } = await agent.client.listTools()
  const refused = new Map<string, string>()

  for (const { name, inputSchema } of tools) {
    const { action } = (inputSchema.properties ?? {}) as { action?: { enum: string[] } }
    for (const one of action?.enum ?? [undefined]) {
      const { text } = await agent.call(name, { action: one })
      const scope = /lacks the scope ([\w:]+)/.exec(text)?.[1]
      if (scope !== undefined) refused.set(`${name} ${one ?? 'only'}`, scope)
    }
    if (action === undefined) continue
    for (const odd of ['constructor', 'sends', '__proto__']) {
      expect(await agent.call(name, { action: odd })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^action: must be one of/),
      })
    }
  }

  expect(Object.fromEntries(refused)).toEqual(SCOPES)
})
