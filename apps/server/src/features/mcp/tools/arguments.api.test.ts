/** Every argument of every tool, invalid in every way: refused by name, with what would work. */
import { expect, test } from 'vitest'
import { connectAgent, type AgentClient } from '../../../../test/mcp.ts'
import { slowly, startServer } from '../../../../test/server.ts'

/** Values that can't be converted to the type, and what the refusal suggests. */
const WRONG = {
  string: { values: [{}, ['x']], says: 'must be text' },
  number: { values: ['many', {}], says: 'must be a number' },
  boolean: { values: ['perhaps', 7], says: 'must be true or false' },
  array: { values: [{ a: 1 }, ['x', {}], true], says: 'must be a list of texts' },
  choice: { values: ['no such thing', 7], says: 'must be one of ' },
} as const

const UNKNOWN = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'
const MANY = Array.from({ length: 21 }, (_, nth) => `T-${nth + 1}`)

type Published = Awaited<ReturnType<AgentClient['client']['listTools']>>['tools'][number]

function argumentsOf(tool: Published) {
  return Object.entries(tool.inputSchema.properties ?? {}).map(([name, property]) => {
    // as published by the tools, which another test checks
    const { type, enum: choices } = property as { type: keyof typeof WRONG; enum?: string[] }
    return { name, kind: choices === undefined ? type : ('choice' as const), choices }
  })
}

test('every invalid argument is refused by name, with what would work', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const { tools } = await agent.client.listTools()

  let count = 0
  for (const tool of tools) {
    for (const { name, kind, choices } of argumentsOf(tool)) {
      const { values, says } = WRONG[kind]
      for (const value of values) {
        const answer = await agent.call(tool.name, { [name]: value })
        const what = `${tool.name} ${name} ${JSON.stringify(value)}`
        expect.soft(answer.isError, what).toBe(true)
        expect.soft(answer.text, what).toMatch(new RegExp(`^${name}: `))
        expect.soft(answer.text, what).toContain(`${name}: ${says}${(choices ?? []).join(', ')}`)
        expect.soft(answer.facts, what).toMatchObject({ error: 'validation_error' })
        count += 1
      }
      if (kind === 'string') {
        const unstorable = await agent.call(tool.name, { [name]: 'a\u0000b' })
        expect.soft(unstorable.text, `${tool.name} ${name}`).toMatch(new RegExp(`^${name}: .*NUL`))
        expect.soft(unstorable.isError).toBe(true)
      }
    }
  }
  expect(count).toBeGreaterThan(70)
})

test('a list of any size or depth, also as text, is refused by name and briefly', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const lists = (await agent.client.listTools()).tools.flatMap((tool) =>
    argumentsOf(tool).flatMap(({ name, kind }) => (kind === 'array' ? [{ tool: tool.name, name }] : [])),
  )
  expect(lists.length).toBeGreaterThan(2)

  const numbers = Array.from({ length: 20_000 }, (_, nth) => nth)
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  for (const { tool, name } of lists) {
    for (const value of [numbers, numbers.join('\n'), JSON.stringify(numbers), deep]) {
      const answer = await agent.call(tool, { [name]: value })
      expect(answer).toMatchObject({ isError: true, facts: { error: 'validation_error' } })
      expect(answer.text).toMatch(new RegExp(`^${name}: (?:Has far too many items|At most 20000 characters)`))
      expect(answer.text.length).toBeLessThan(200)
    }
    // not a list then, but one odd text
    const answer = await agent.call(tool, { [name]: '['.repeat(9000) + ']'.repeat(9000) })
    expect(answer.facts['error']).not.toBe('internal_error')
  }
})

test('one id too many to acknowledge is refused with the limit', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const { text } = await agent.call('messages', { ack: Array.from({ length: 501 }, () => UNKNOWN) })
  expect(text).toBe('ack: must be at most 500 ids')
})

test('null for any argument is the same as leaving it out', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const { tools } = await agent.client.listTools()

  for (const tool of tools) {
    const nothing = {
      detail: null,
      ...Object.fromEntries(argumentsOf(tool).map(({ name }) => [name, null])),
    }
    const [withNulls, without] = [
      await agent.call(tool.name, nothing),
      await agent.call(tool.name, { detail: null }),
    ]
    expect.soft(withNulls.isError, tool.name).toBe(without.isError)
    expect.soft(Object.keys(withNulls.facts), tool.name).toEqual(Object.keys(without.facts))
  }
})

test('a missing argument is named, with what would work', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const post = await ana.says('hello')
  await using agent = await connectAgent(server.url, scout.token)
  const own = await agent.call('messages', { action: 'send', content: 'mine' })
  const message_id = own.facts['message_id']
  const long = 'x'.repeat(201)
  await ana.api.tasks.create({ body: { title: 'of ana' } })
  await ana.api.tasks.create({ body: { title: 'not agreed on', type: 'idea' } })

  const cases: [tool: string, given: Record<string, unknown>, says: RegExp][] = [
    ['messages', { action: 'react' }, /^message_id: react needs the id of a message/],
    ['messages', { action: 'react', message_id: 'x', emoji: '🔥' }, /^message_id: .*first 8 digits/],
    ['messages', { action: 'react', message_id }, /^emoji: must be one emoji, such as/],
    ['messages', { action: 'react', message_id, emoji: 'yes' }, /^emoji: must be one emoji/],
    ['messages', { action: 'react', message_id, emoji: '🔥🚀' }, /^emoji: must be one emoji/],
    ['messages', { action: 'edit' }, /^message_id: edit needs/],
    ['messages', { action: 'edit', message_id }, /^content: /],
    ['messages', { action: 'edit', message_id, content: 'x'.repeat(5001) }, /^content: .*5,?000/],
    ['messages', { action: 'edit', message_id, content: '- '.repeat(2500) }, /^content: .*100 levels/],
    ['messages', { action: 'edit', message_id: post.id, content: 'x' }, /Only its author/i],
    ['messages', { action: 'delete' }, /^message_id: delete needs/],
    ['messages', { action: 'delete', message_id, reason: long }, /^reason: must be at most 200/],
    ['messages', { action: 'delete', message_id: post.id }, /Only its author/i],
    ['messages', { action: 'stop', reason: long }, /^reason: must be at most 200/],
    ['agents', { action: 'get' }, /^agent_name: get needs the handle of an agent/],
    ['agents', { action: 'get', agent_name: '@nobody' }, /No agent @nobody .*are .*@scout/],
    ['spaces', { action: 'switch' }, /^space_id: switch needs the id or slug of a space: .*field-lab/],
    [
      'spaces',
      { action: 'switch', space_id: 'elsewhere' },
      /No space elsewhere of yours\. Yours are .*field-lab/,
    ],
    ['spaces', { action: 'info', space_id: 'elsewhere' }, /Yours are .*field-lab/],
    ['spaces', { action: 'members', space_id: 'elsewhere' }, /Yours are .*field-lab/],
    ['tasks', { action: 'get' }, /^task_id: get needs the name of a task, such as T-12/],
    ['tasks', { action: 'get', task_id: 'T-99' }, /No task T-99 in your spaces\. Use a name/],
    ['tasks', { action: 'get', task_id: 'the big one' }, /^task_id: .*T-12/],
    ['tasks', { action: 'get', task_id: UNKNOWN }, /No task 5f2b1c9e.* in your spaces/],
    ['tasks', { action: 'claim' }, /^task_id: claim needs/],
    ['tasks', { action: 'create' }, /^title: Title is required/],
    ['tasks', { action: 'create', title: 'x'.repeat(201) }, /^title: .*200/],
    ['tasks', { action: 'create', title: 'x', description: 'x'.repeat(5001) }, /^description: .*5000/],
    ['tasks', { action: 'create', title: 'x', skills: ['x'.repeat(41)] }, /^skills: .*40/],
    ['tasks', { action: 'create', title: 'x', deadline: 'soon' }, /^deadline: Must be a time/],
    ['tasks', { action: 'create', title: 'x', expected_minutes: 0 }, /^expected_minutes: At least 1/],
    ['tasks', { action: 'create', title: 'x', assignee: '@nobody' }, /^assignee: nobody called @nobody/],
    ['tasks', { action: 'create', title: 'key AKIAQ3EGUV6OWN2FZK7T' }, /^Not stored\. .+ Take it out/],
    ['tasks', { action: 'create', title: 'x', message_id: UNKNOWN }, /No message .*first 8|Use an id/],
    ['tasks', { action: 'progress', task_id: 'T-1' }, /^note: progress needs a note, a status such as/],
    [
      'tasks',
      { action: 'progress', task_id: 'T-1', status: 'sleeping' },
      /^status: must be one of available/,
    ],
    ['tasks', { action: 'progress', task_id: 'T-1', pr_url: 'here' }, /^pr_url: Must be a web address/],
    ['tasks', { action: 'progress', task_id: 'T-1', minutes: -1 }, /^minutes: /],
    ['tasks', { action: 'note', task_id: 'T-1' }, /^note: note needs the text/],
    ['tasks', { action: 'note', task_id: 'T-1', note: 'x'.repeat(5001) }, /^note: .*5000/],
    ['tasks', { action: 'status', task_id: 'T-1' }, /^status: must be one of available/],
    ['tasks', { action: 'status', task_id: 'T-1', status: 'blocked' }, /do not have permission/],
    ['tasks', { action: 'complete', task_id: 'T-1' }, /do not have permission.*Claim it first/s],
    ['tasks', { action: 'update', task_id: 'T-1' }, /^title: update needs a title, description/],
    ['tasks', { action: 'update', task_id: 'T-1', title: 'mine' }, /do not have permission/],
    ['tasks', { action: 'assign', task_id: 'T-1' }, /^assignee: assign needs the handle/],
    ['tasks', { action: 'claim', task_id: 'T-2' }, /An idea can be claimed once an admin has approved it/],
    ['tasks', { action: 'bulk', operation: 'claim' }, /^task_ids: bulk needs the names of tasks/],
    ['tasks', { action: 'bulk', task_ids: ['T-1'] }, /^operation: must be one of claim, release/],
    ['tasks', { action: 'bulk', operation: 'status', task_ids: ['T-1'] }, /^status: must be one of/],
    ['tasks', { action: 'bulk', operation: 'assign', task_ids: ['T-1'] }, /^assignee: bulk assign needs/],
    ['tasks', { action: 'bulk', operation: 'priority', task_ids: ['T-1'] }, /^priority: bulk priority needs/],
    ['tasks', { action: 'bulk', operation: 'claim', task_ids: MANY }, /^task_ids: are 21; at most 20/],
    ['tasks', { action: 'bulk', operation: 'claim', task_ids: ['T-98', 'T-99'] }, /claim: 0 of 2 done/],
    ['tasks', { action: 'list', status: 'sleeping' }, /^status: must be one of available/],
    ['tasks', { action: 'list', cursor: 'u1.x' }, /^cursor: must be a next_cursor/],
    ['tasks', { action: 'notes', task_id: 'T-1', cursor: 'x' }, /^cursor: must be a next_cursor/],
    ['tasks', { query: 'x'.repeat(201) }, /^query: At most 200/],
    ['search', { since: 'lately' }, /^since: must be 15m/],
    ['search', { cursor: 'c1.5' }, /^cursor: must be a next_cursor/],
    ['search', { query: 'x'.repeat(501) }, /^query: At most 500/],
    ['fetch', {}, /^id: fetch needs the id of a result of search/],
    ['fetch', { id: 'nothing' }, /^id: .*first 8 digits/],
    ['fetch', { id: 'agent:nobody' }, /No agent @nobody/],
    ['whoami', { action: 'update' }, /^bio: profile needs the new text/],
    ['whoami', { action: 'update', bio: long }, /^bio: .*200/],
    ['whoami', { action: 'update', bio: 'key AKIAQ3EGUV6OWN2FZK7T' }, /^Not stored\. .+ Take it out/],
  ]
  for (const [tool, given, says] of cases) {
    const answer = await agent.call(tool, given)
    slowly(server)
    expect.soft(answer.text, JSON.stringify([tool, given])).toMatch(says)
    expect.soft(answer.isError, JSON.stringify([tool, given])).toBe(true)
  }
})
