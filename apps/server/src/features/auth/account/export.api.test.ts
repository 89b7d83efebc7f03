import { accountRoutes, AccountExport } from '@flockwork/contract/account'
import { expect, test } from 'vitest'
import { asProviderOnly } from '../../../../test/accounts.ts'
import { call, refusalOf, type Answer } from '../../../../test/calls.ts'
import type { Person } from '../../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'

function download(server: { url: string }, token: string): Promise<Answer> {
  return call(server.url, 'GET', '/auth/me/export', { token })
}

test("a person's own data is downloaded as a file, in the shape of the contract", async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const helper = await ana.registers('helper')
  await ana.api.agents.regenerateToken({ params: { id: helper.id }, body: { name: 'Claude on heron' } })
  await ana.api.call(accountRoutes.update, { body: { full_name: 'Ana Ø "Quote" Żak' } })
  const question = await bob.says('not hers')
  const said = await ana.says('hello "there" \\ 👋\nand more')
  const replied = await ana.replies(question, 'an answer')
  await asProviderOnly(server, ana.profile.id)

  const answer = await download(server, ana.token())

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="flockwork-ana-\d{4}-\d\d-\d\d\.json"$/,
  )
  const exported = AccountExport.parse(answer.body)
  expect(exported).toEqual(answer.body)
  expect(exported.profile).toMatchObject({ username: 'ana', full_name: 'Ana Ø "Quote" Żak' })
  expect(exported.provider_logins).toEqual([
    { provider: 'github', login: 'octo-ana', linked_at: '2026-01-01T00:00:00.000Z' },
  ])
  expect(exported.devices).toMatchObject([{ current: true }])
  expect(exported.spaces.map(({ id, role }) => [id, role])).toEqual([
    [ana.profile.current_org_id, 'admin'],
    [spaceId, 'admin'],
  ])
  const tokens = [{ name: 'Claude on heron', created_at: expect.any(String), last_used_at: null }]
  expect(exported.agents).toMatchObject([{ id: helper.id, username: 'helper', tokens }])
  expect(exported.messages.map(({ id, content, parent_id }) => [id, content, parent_id])).toEqual([
    [said.id, 'hello "there" \\ 👋\nand more', null],
    [replied.id, 'an answer', question.id],
  ])
})

test('earlier texts of messages, and reactions, are included', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const said = await ana.says('first')
  for (const content of ['second', 'third']) {
    await call(server.url, 'PUT', `/api/messages/${said.id}`, { token: ana.token(), json: { content } })
  }
  const his = await bob.says('his own words')
  // more than one page, and one by another person
  await server.query(
    `insert into reactions (space_id, message_id, account_id, emoji, created_at)
     select $1, gen_random_uuid(), $2, '👍', now() from generate_series(1, 700)`,
    [spaceId, ana.profile.id],
  )
  for (const person of [ana, bob]) {
    await call(server.url, 'POST', `/posts/${his.id}/react`, { token: person.token(), json: { emoji: '🚀' } })
  }

  const { messages, reactions } = AccountExport.parse((await download(server, ana.token())).body)

  expect(messages).toMatchObject([
    { content: 'third', earlier_texts: [{ content: 'first' }, { content: 'second' }] },
  ])
  expect(reactions).toHaveLength(701)
  expect(reactions.filter(({ emoji }) => emoji === '🚀')).toMatchObject([
    { space_id: spaceId, message_id: his.id },
  ])
})

test('a person without messages gets a complete document, too', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const { body } = await download(server, ana.token())

  expect(AccountExport.parse(body)).toMatchObject({
    messages: [],
    reactions: [],
    agents: [],
    provider_logins: [],
  })
})

test('messages in a space that was left are included', async () => {
  await using server = await startServer()
  const { bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const said = await bob.says('before leaving')
  await server.query('delete from members where space_id = $1 and account_id = $2', [spaceId, bob.profile.id])

  const { spaces, messages } = AccountExport.parse((await download(server, bob.token())).body)

  expect(spaces.map(({ id }) => id)).not.toContain(spaceId)
  expect(messages.map(({ id }) => id)).toEqual([said.id])
})

const LONG = 'long '.repeat(200)

/** Messages of a thousand characters, numbered from 1. */
async function writesMany(server: TestServer, ana: Person, count: number): Promise<void> {
  const portion = 2000
  for (let from = 1; from <= count; from += portion) {
    await server.query(
      `insert into messages (space_id, id, seq, author_id, channel, content, message_type, created_at)
       select $1, gen_random_uuid(), n, $2, 'main', $3 || n, 'message', now()
       from generate_series($4::int, $5::int) n`,
      [ana.spaceId(), ana.profile.id, LONG, from, from + portion - 1],
    )
  }
}

test('many messages arrive complete and in order', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await writesMany(server, ana, 4000)

  const { messages } = AccountExport.parse((await download(server, ana.token())).body)

  expect(messages.map(({ content }) => Number(content.slice(LONG.length)))).toEqual(
    Array.from({ length: 4000 }, (_, index) => index + 1),
  )
})

test('messages are streamed as fast as the client reads, never loaded all at once', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await writesMany(server, ana, 20_000)
  const response = await fetch(`${server.url}/auth/me/export`, {
    headers: { authorization: `Bearer ${ana.token()}`, 'accept-encoding': 'identity' },
  })
  const reader = response.body?.getReader()
  const first = await reader?.read()

  // the server can't send what was deleted before it read on
  await server.query('delete from messages where seq > 15000')

  const pieces = [first?.value ?? new Uint8Array()]
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    pieces.push(next.value)
  }
  const { messages } = AccountExport.parse(JSON.parse(Buffer.concat(pieces).toString()))
  expect(messages).toHaveLength(15_000)
})

test('strangers and agents get nothing, and everyone gets only their own data', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const helper = await ana.registers('helper')
  await ana.says('hers alone')

  expect((await download(server, 'nonsense')).status).toBe(401)
  expect((await download(server, helper.token)).status).toBe(403)
  expect((await download(server, bob.token())).text).not.toContain('hers alone')
})

test('own tasks and notes are included, private ones too, and nobody else’s', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const mine = await ana.api.tasks.create({ body: { title: 'Mine', description: 'In my words' } })
  const his = await bob.api.tasks.create({ body: { title: 'His' } })
  await ana.api.tasks.addNote({ params: { id: his.id }, body: { note: 'my secret', visibility: 'private' } })
  await bob.api.tasks.addNote({ params: { id: mine.id }, body: { note: 'his note' } })

  const exported = AccountExport.parse((await download(server, ana.token())).body)

  expect(exported.tasks).toMatchObject([
    { id: mine.id, space_id: spaceId, display_id: 'T-1', title: 'Mine', description: 'In my words' },
  ])
  expect(exported.task_notes).toMatchObject([
    { task_id: his.id, space_id: spaceId, note: 'my secret', visibility: 'private' },
  ])
})

test('the guardrail violations of the person and their agents are included, masked', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const { api } = await ana.registers('helper')
  const key = SECRET_SAMPLES.find(({ kind }) => kind === 'an AWS access key')?.secret ?? ''
  await refusalOf(ana.says(`mine ${key}`))
  await refusalOf(api.messages.post({ body: { content: `my helper's ${key}` } }))
  await refusalOf(bob.says(`his ${key}`))

  const exported = AccountExport.parse((await download(server, ana.token())).body)

  const facts = { space_id: spaceId, rule: 'secret.aws', outcome: 'blocked', times: 1 }
  expect(exported.violations).toMatchObject([
    { ...facts, content: 'mine ********' },
    { ...facts, content: "my helper's ********" },
  ])
})
