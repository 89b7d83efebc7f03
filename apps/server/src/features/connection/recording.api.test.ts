/** What an owner sees of their agent's connection. */
import type { Connection } from '@flockwork/contract/agent-connection'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { SignJWT, importJWK, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { eventually, refusalOf } from '../../../test/calls.ts'
import { connectAgent, postRpc, toolCall, type RawOptions } from '../../../test/mcp.ts'
import { appsOf, connectProgram } from '../../../test/oauth-client.ts'
import { stored } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const NOTHING: Connection = {
  last_handshake_at: null,
  last_active_at: null,
  client: null,
  protocol: null,
  last_error: null,
  failed_step: null,
  waiting: 0,
  handed_over: [],
  first_message: null,
}

test('the last handshake is shown to the owner and to administrators, in both generations of the protocol', async () => {
  await using server = await startServer()
  const admin = await server.signUp('root')
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const carol = await server.signUp('carol')
  const scout = await ana.registers('scout')
  const params = { id: scout.id }
  const seen = (fits: (connection: Connection) => boolean) =>
    eventually(() => ana.api.agents.connection({ params }), fits)

  expect(await ana.api.agents.connection({ params })).toEqual(NOTHING)
  for (const [person, status] of [
    [bob, 403],
    [carol, 404],
  ] as const) {
    expect((await refusalOf(person.api.agents.connection({ params }))).status).toBe(status)
    expect((await refusalOf(person.api.agents.testConnection({ params }))).status).toBe(status)
  }
  expect((await refusalOf(ana.api.agents.connection({ params: { id: ana.profile.id } }))).status).toBe(404)

  await using older = await connectAgent(server.url, scout.token)
  await older.call('whoami')
  expect(await seen(({ client }) => client !== null)).toMatchObject({
    last_handshake_at: expect.any(String),
    client: 'test 1',
    protocol: expect.stringMatching(/^2025-/),
    last_error: null,
    failed_step: null,
  })
  await using newer = await connectAgent(server.url, scout.token, { mode: 'auto' })
  await newer.call('whoami')
  // its activity is written a moment after the handshake
  const modern = await seen(
    ({ protocol, last_active_at: at }) => protocol?.startsWith('2026-') === true && at !== null,
  )
  expect(modern.client).toBe('test 1')
  expect(await admin.api.agents.connection({ params })).toEqual(modern)

  // its first message is the proof, for viewers who may read it
  expect(modern.first_message).toBeNull()
  const says = async (content: string) => stored(await scout.api.messages.post({ body: { content } }))
  await scout.api.messages.remove({ params: { id: (await says('a slip')).id }, query: {} })
  const first = await says(`I am here. ${'x'.repeat(200)}`)
  await says('and again')
  expect((await ana.api.agents.connection({ params })).first_message).toEqual({
    id: first.id,
    space_id: first.space_id,
    preview: first.content.slice(0, 100),
    uploaded_at: first.uploaded_at,
  })
  expect((await admin.api.agents.connection({ params })).first_message).toBeNull()

  const odd = { name: `x\u0000\u202e\ud800${'y'.repeat(300)}`, version: { a: 1 } }
  const initialize = { protocolVersion: 5, capabilities: {}, clientInfo: odd }
  await postRpc(server.url, { ...PING, method: 'initialize', params: initialize }, { token: scout.token })
  const strange = {
    protocolVersion: '1999-01-01',
    capabilities: {},
    clientInfo: { name: 'z\n', version: '2' },
  }
  await postRpc(server.url, { ...PING, method: 'initialize', params: strange }, { token: scout.token })
  expect(await seen(({ client }) => client === 'z 2')).toMatchObject({ protocol: '2025-11-25' })
})

test('what waits for an agent is counted until it is handed over', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const deliveries = async () => {
    const { waiting, handed_over } = await ana.api.agents.connection({ params: { id: scout.id } })
    return { waiting, handedOver: handed_over.length }
  }
  await ana.says('hello @scout')
  await ana.says('@scout, are you there?')
  expect(await deliveries()).toEqual({ waiting: 2, handedOver: 0 })
  const setDeleted = (at: string) =>
    server.query(`update spaces set deleted_at = ${at} where id = $1`, [ana.spaceId()])
  await setDeleted('now()')
  expect(await deliveries()).toEqual({ waiting: 0, handedOver: 0 })
  await setDeleted('null')

  await using agent = await connectAgent(server.url, scout.token)
  await agent.call('messages', { action: 'check' })
  const after = await eventually(deliveries, ({ waiting }) => waiting === 0)
  expect(after).toEqual({ waiting: 0, handedOver: 2 })
})

test('a call without a token is a step, not an error, until the agent connects; limits and failures are shown', async () => {
  await using server = await startServer({ own: true, env: { RATE_LIMIT_SCALE: '0.1' } })
  const { ana } = await server.peopleInOneSpace('ana')
  const { id, token } = await ana.registers('scout')
  const connection = async () => {
    await server.services.connectionRecorder.flush()
    const [row] = await server.query<{ error: string | null; failed_step: string | null }>(
      'select error, failed_step from agent_connections where agent_id = $1',
      [id],
    )
    return [row?.failed_step, row?.error]
  }
  const path = '/mcp/agents/scout'

  expect((await postRpc(server.url, PING, { path })).status).toBe(401)
  expect(await connection()).toEqual(['credential', null])
  expect(await ana.api.agents.connection({ params: { id } })).toEqual({
    ...NOTHING,
    failed_step: 'credential',
  })
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  }
  await postRpc(server.url, { ...PING, method: 'initialize', params: initialize }, { token })
  expect(await eventually(connection, ([step]) => step === null)).toEqual([null, null])
  // another window of the same program signs in
  await postRpc(server.url, PING, { path })
  expect(await connection()).toEqual([null, null])

  let status = 200
  while (status === 200) ({ status } = await postRpc(server.url, PING, { token }))
  expect(status).toBe(429)
  expect(await connection()).toEqual(['tools', expect.stringContaining('429')])
  await server.query('alter table deliveries rename to deliveries_away')
  server.moveClock(60_000)
  expect((await postRpc(server.url, toolCall('messages'), { token })).body).toContain('internal_error')
  expect(await connection()).toEqual(['tools', expect.stringContaining('500')])
  // unlike the hint to sign in, an error isn't cleared
  await postRpc(server.url, PING, { path })
  expect(await connection()).toEqual(['tools', expect.stringContaining('500')])
})

test('each refusal is shown with its step, in our own words, and remains after a success', async () => {
  await using server = await startServer({ own: true })
  const { url } = server
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const rover = await bob.registers('rover')
  const { api_token: revoked } = await ana.api.agents.config({ params: { id: scout.id } })
  const { tokens } = await ana.api.agents.tokens({ params: { id: scout.id } })
  await ana.api.agents.revokeToken({ params: { id: scout.id, token_id: tokens[0]?.id ?? '' } })
  const { access_token: granted } = await connectProgram(url, ana, 'scout')
  const [row] = await server.query<{ kid: string; private_jwk: JWK }>('select * from signing_keys')
  const foreign = await new SignJWT({ agent_id: scout.id, iss: url, aud: 'https://evil.example/mcp' })
    .setProtectedHeader({ alg: 'EdDSA', kid: row?.kid ?? '', typ: 'at+jwt' })
    .setExpirationTime('1h')
    .sign(await importJWK(row?.private_jwk ?? {}, 'EdDSA'))
  const { token } = scout
  const path = '/mcp/agents/scout'

  const errorOf = async (options: RawOptions, body: unknown = PING) => {
    await server.query('delete from agent_connections')
    await postRpc(url, body, options)
    const { last_error: error, failed_step: step } = await eventually(
      () => ana.api.agents.connection({ params: { id: scout.id } }),
      ({ last_error }) => last_error !== null,
    )
    for (const secret of [token, revoked, granted, foreign, ana.token(), 'evil']) {
      expect(error?.message).not.toContain(secret)
    }
    return `${step}: ${error?.message}`
  }

  expect(await errorOf({ token, path: '/mcp/agents/rover' })).toMatch(/^agent: .*another agent/)
  expect(await errorOf({ token, headers: { 'x-agent-name': 'nobody' } })).toMatch(/^agent: .*another agent/)
  expect(await errorOf({ token: revoked })).toMatch(/^credential: A revoked token/)
  expect(await errorOf({ token: 'fw_agt_0_0', path: '/mcp/agents/Scout' })).toMatch(
    /^credential: .*unknown here/,
  )
  expect(await errorOf({ token: 'secret', path })).toMatch(/^credential: .*no token of an agent/)
  expect(await errorOf({ token: ana.token(), path })).toMatch(/^credential: A person's sign-in/)
  expect(await errorOf({ token: foreign })).toMatch(/^credential: .*another address/)
  expect(await errorOf({ token, headers: { origin: 'https://evil.example' } })).toMatch(/^address: /)
  expect(await errorOf({ token }, '{')).toMatch(/^handshake: /)
  expect(await errorOf({ token }, { jsonrpc: '1.0' })).toMatch(/^handshake: /)
  const [app] = await appsOf(ana)
  await ana.api.call(oauthRoutes.disconnect, { params: { id: app?.id ?? '' } })
  expect(await errorOf({ token: granted })).toMatch(/^credential: .*revoked or has ended/)

  const elsewhere = toolCall('spaces', { action: 'info', space_id: 'elsewhere' })
  expect(await errorOf({ token }, elsewhere)).toMatch(/^space: It asked for a space/)

  const send = toolCall('messages', { action: 'send', content: 'hello' })
  const control = { params: { id: scout.id } }
  await ana.api.agents.updateControl({ ...control, body: { disabled: true, reason: 'Too loud' } })
  expect(await errorOf({ token }, send)).toBe('agent: Paused: Too loud')
  await ana.api.agents.updateControl({ ...control, body: { disabled: false } })
  await server.query('delete from members where account_id = $1', [scout.id])
  expect(await errorOf({ token }, send)).toMatch(/^space: .*in no space now/)

  // calls that say nothing about the connection, or can't be attributed, or are another agent's
  await postRpc(url, PING, { path })
  await postRpc(url, PING, { token: 'fw_agt_0_0', path: '/mcp/agents/nobody-at-all' })
  await postRpc(url, PING, { token: 'fw_agt_0_0', path: '/mcp/agents/ana' })
  await postRpc(url, PING, { token: rover.token, path })
  await using agent = await connectAgent(url, token)
  await agent.call('messages', { action: 'nonsense' })
  const after = await eventually(
    () => ana.api.agents.connection(control),
    ({ client }) => client !== null,
  )
  expect(after).toMatchObject({ failed_step: 'space', last_error: { message: expect.any(String) } })
  await server.services.connectionRecorder.stop()
  const known = await server.query<{ agent_id: string }>('select agent_id from agent_connections')
  expect(known.map(({ agent_id: id }) => id).toSorted()).toEqual([scout.id, rover.id].toSorted())
})
