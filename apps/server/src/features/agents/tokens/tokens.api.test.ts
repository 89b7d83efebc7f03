import { agentTokenRoutes } from '@flockwork/contract/agent-tokens'
import {
  AGENT_TOKENS_MAX,
  AGENT_TOKEN_IN_USE_MS,
  AGENT_TOKEN_NAME_MAX_CHARS,
} from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

test('each config has a new token; revoking it closes only its own connections, on every node', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const ana = await server.signUp('ana')
  const scout = await ana.registers('scout')
  const params = { id: scout.id }
  const statusOf = async (token: string) => (await call(twin.url, 'GET', '/auth/messages', { token })).status

  const config = await ana.api.agents.config({ params })
  expect(config).toMatchObject({ agent_name: 'scout', mcp_config: { mcpServers: { flockwork: {} } } })
  expect(config.api_token).toMatch(/^fw_agt_[0-9a-f]{32}_/)
  expect(config.api_token.length).toBeGreaterThanOrEqual(140)
  expect(JSON.stringify(config.mcp_config)).toContain(`Bearer ${config.api_token}`)
  expect([await statusOf(scout.token), await statusOf(config.api_token)]).toEqual([200, 200])

  const { tokens } = await ana.api.agents.tokens({ params })
  expect(tokens).toHaveLength(2)
  expect(tokens.every((token) => Object.keys(token).join() === 'id,name,created_at,last_used_at')).toBe(true)
  // its use is recorded within a second
  const used = await eventually(
    async () => (await ana.api.agents.tokens({ params })).tokens,
    (all) => all.every(({ last_used_at }) => last_used_at !== null),
  )
  expect(used).toHaveLength(2)

  await using staying = await openStream(twin.url, { token: scout.token })
  await using ending = await openStream(twin.url, { token: config.api_token })
  for (const stream of [staying, ending]) await stream.next(({ event }) => event === 'bootstrap')
  const newest = { id: scout.id, token_id: tokens[0]?.id ?? '' }
  await ana.api.agents.revokeToken({ params: newest })

  await ending.ended
  expect([await statusOf(scout.token), await statusOf(config.api_token)]).toEqual([200, 401])
  const post = await ana.says('still there?')
  await staying.next(({ data }) => (data['message'] as { id?: string } | undefined)?.id === post.id)
  expect((await refusalOf(ana.api.agents.revokeToken({ params: newest }))).status).toBe(404)
  expect((await ana.api.agents.tokens({ params })).tokens.map(({ id }) => id)).toEqual([tokens[1]?.id])

  const again = await ana.api.agents.regenerateToken({ params })
  await staying.ended
  expect([await statusOf(scout.token), await statusOf(again.agent_token)]).toEqual([401, 200])
})

test('a token can have a name, however it was created, until it is revoked', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const registered = await ana.api.agents.register({ body: { agent_name: 'scout', token_name: 'First' } })
  const params = { id: registered.agent.id }
  const make = (name?: string | null) => ana.api.call(agentTokenRoutes.create, { params, body: { name } })
  const names = async () => (await ana.api.agents.tokens({ params })).tokens.map(({ name }) => name)

  const longest = 'x'.repeat(AGENT_TOKEN_NAME_MAX_CHARS)
  for (const name of ['  Claude Code on heron ', longest, '   ', null, undefined]) await make(name)
  const bare = { token: ana.token() }
  expect((await call(server.url, 'POST', `/auth/agents/${params.id}/tokens`, bare)).status).toBe(201)
  await ana.api.agents.config({ params })
  expect(await names()).toEqual([null, null, null, null, null, longest, 'Claude Code on heron', 'First'])

  const refused = [`${longest}x`, 'heron\u202egpj', 'two\nlines', 'heron\u200b', '\u2800']
  for (const name of refused) {
    expect([name, await refusalOf(make(name))]).toMatchObject([name, { status: 422 }])
    const replaced = refusalOf(ana.api.agents.regenerateToken({ params, body: { name } }))
    expect([name, await replaced]).toMatchObject([name, { status: 422 }])
    const body = { agent_name: 'other', token_name: name }
    expect([name, await refusalOf(ana.api.agents.register({ body }))]).toMatchObject([name, { status: 422 }])
  }
  expect(await names()).toHaveLength(8)

  await ana.api.agents.regenerateToken({ params, body: { name: 'Only' } })
  expect(await names()).toEqual(['Only'])
  const kept = await server.query('select name from agent_tokens where name is not null')
  expect(kept).toEqual([{ name: 'Only' }])
})

test('a repeat with the same key creates no second token', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const scout = await ana.registers('scout')
  const make = () =>
    call(server.url, 'POST', `/auth/agents/${scout.id}/tokens`, {
      token: ana.token(),
      json: { name: 'heron' },
      headers: { 'idempotency-key': 'once' },
    })
  expect((await make()).status).toBe(201)
  expect((await make()).body).toMatchObject({ error: 'already_done' })
  expect((await ana.api.agents.tokens({ params: { id: scout.id } })).tokens).toHaveLength(2)
})

test('an agent has a maximum number of tokens; beyond it an unused one is revoked, also under concurrent requests', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const scout = await ana.registers('scout')
  const params = { id: scout.id }
  const live = async () => (await ana.api.agents.tokens({ params })).tokens.map(({ id }) => id)
  const useAll = (at: string) =>
    server.query('update agent_tokens set last_used_at = $2 where agent_id = $1 and revoked_at is null', [
      scout.id,
      at,
    ])
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

  const [first] = await live()
  await useAll(ago(AGENT_TOKEN_IN_USE_MS + 60_000))
  await Promise.all(Array.from({ length: AGENT_TOKENS_MAX + 2 }, () => ana.api.agents.config({ params })))
  // those never used were revoked before the one used long ago
  expect(await live()).toHaveLength(AGENT_TOKENS_MAX)
  expect(await live()).toContain(first)

  await useAll(ago(AGENT_TOKEN_IN_USE_MS - 3_600_000))
  const refused = await refusalOf(ana.api.agents.config({ params }))
  expect(refused).toMatchObject({ status: 409, body: { error: 'conflict' } })
  expect(await live()).toHaveLength(AGENT_TOKENS_MAX)

  await server.query('update agent_tokens set last_used_at = $2 where id = $1', [
    first,
    ago(AGENT_TOKEN_IN_USE_MS + 60_000),
  ])
  await ana.api.agents.config({ params })
  expect(await live()).not.toContain(first)
  await useAll(ago(0))
  // a call that revokes all others isn't limited
  await ana.api.agents.regenerateToken({ params })
  expect(await live()).toHaveLength(1)
})
