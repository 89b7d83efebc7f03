/** OAuth refusals: strangers' codes, other audiences, inactive people, unsafe documents, floods. */
import { accountRoutes } from '@flockwork/contract/account'
import { SignJWT, generateKeyPair, importJWK, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { connectAgent, postRpc } from '../../../test/mcp.ts'
import {
  begin,
  connectProgram,
  decide,
  exchange,
  form,
  goOn,
  pkce,
  refresh,
  registerProgram,
} from '../../../test/oauth-client.ts'
import { PASSWORD } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test('a code works once, for its program, verifier, redirect and resource, within a minute', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  const { client_id: clientId } = await registerProgram(url)
  const newCode = async () => {
    const begun = await begin(url, clientId, { resource: `${url}/mcp/agents/scout` })
    const back = await goOn(await decide(url, begun, ana, { allow: true }), begun)
    return { begun, code: back.get('code') ?? '' }
  }
  const refused = async (answer: ReturnType<typeof exchange>, error: string) =>
    expect((await answer).body).toMatchObject({ error })

  const one = await newCode()
  await refused(exchange(url, { ...one.begun, verifier: pkce().verifier }, one.code), 'invalid_grant')
  const two = await newCode()
  const other = await registerProgram(url)
  await refused(exchange(url, { ...two.begun, clientId: other.client_id }, two.code), 'invalid_grant')
  const three = await newCode()
  await refused(
    exchange(url, three.begun, three.code, { redirect_uri: 'http://127.0.0.1:4999/other' }),
    'invalid_grant',
  )
  const four = await newCode()
  await refused(
    exchange(url, four.begun, four.code, { resource: 'https://evil.example/mcp' }),
    'invalid_target',
  )
  const ofAll = await newCode()
  expect((await exchange(url, ofAll.begun, ofAll.code, { resource: `${url}/mcp/` })).status).toBe(200)
  const five = await newCode()
  server.moveClock(61_000)
  await refused(exchange(url, five.begun, five.code), 'invalid_grant')

  const six = await newCode()
  const both = await Promise.all([exchange(url, six.begun, six.code), exchange(url, six.begun, six.code)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  const seven = await newCode()
  const { body } = await exchange(url, seven.begun, seven.code)
  const { access_token: token } = body as { access_token: string }
  expect((await postRpc(url, PING, { token })).status).toBe(200)
  // a second use may be a thief's: the tokens of the first are revoked
  await refused(exchange(url, seven.begun, seven.code), 'invalid_grant')
  expect((await postRpc(url, PING, { token })).status).toBe(401)
})

test('invalid requests never reach a person', async () => {
  await using server = await startServer()
  const { url } = server
  const { client_id: clientId } = await registerProgram(url)
  const errorOf = async (more: Record<string, string>, id = clientId) => {
    const { answer } = await begin(url, id, more)
    const { searchParams, hash } = new URL(answer.headers.get('location') ?? '', url)
    const inHash = new URLSearchParams(hash.slice(1))
    return searchParams.get('error') ?? searchParams.get('reason') ?? inHash.get('error')
  }

  expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: '' })).toBe('invalid_request')
  expect(await errorOf({ resource: 'https://evil.example/mcp' })).toBe('invalid_target')
  expect(await errorOf({ resource: `${url}/api` })).toBe('invalid_target')
  expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type')
  expect(await errorOf({ redirect_uri: 'https://evil.example/cb' })).toBe('invalid_redirect_uri')
  expect(await errorOf({ prompt: 'none' })).toBe('login_required')
  expect(await errorOf({}, 'nobody')).toBe('invalid_client')

  const unknown = await form(url, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: 'nobody',
    refresh_token: 'x',
  })
  expect([unknown.status, unknown.body]).toMatchObject([401, { error: 'invalid_client' }])
  for (const redirect of ['http://evil.example/cb', 'javascript:alert(1)', 'x', 5]) {
    const { status } = await call(url, 'POST', '/oauth/register', { json: { redirect_uris: [redirect] } })
    expect([redirect, status]).toEqual([redirect, 400])
  }
  for (const text of ['{', '5', '[]', '', 'null']) {
    const { status } = await call(url, 'POST', '/oauth/register', { text })
    expect([text, status]).toEqual([text, 400])
  }
  expect((await call(url, 'POST', '/oauth/token', { json: {} })).status).toBe(400)
})

test('documents of programs are fetched from public addresses only', async () => {
  await using server = await startServer()
  for (const id of [
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://[::1]/client.json',
    'https://169.254.169.254/latest/meta-data',
  ]) {
    const { answer } = await begin(server.url, id)
    expect([id, answer.headers.get('location')]).toEqual([id, '/consent/failed?reason=document_unreachable'])
  }
  const { answer } = await begin(server.url, `${server.url}/client.json`)
  expect(answer.headers.get('location')).toBe('/consent/failed?reason=invalid_client')
})

test('without support for documents none is advertised, and a program with one gets the reason', async () => {
  await using server = await startServer({ env: { CLIENT_ID_DOCUMENTS: 'off' } })
  const { url } = server
  const id = 'https://app.example/client.json'
  for (const path of ['oauth-authorization-server', 'openid-configuration']) {
    const { body } = await call(url, 'GET', `/.well-known/${path}`)
    expect(body).not.toHaveProperty('client_id_metadata_document_supported')
    expect(body).toMatchObject({ registration_endpoint: `${url}/oauth/register` })
  }

  const { answer } = await begin(url, id)
  expect(answer.headers.get('location')).toBe('/consent/failed?reason=documents_off')
  const asProgram = await call(url, 'POST', '/oauth/token', {
    text: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'r', client_id: id }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(asProgram).toMatchObject({
    status: 401,
    body: { error: 'invalid_client', error_description: expect.stringContaining('CLIENT_ID_DOCUMENTS') },
  })

  // a program that registers connects as before
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  expect(await connectProgram(url, ana, 'scout')).toHaveProperty('access_token')
})

test('a token is valid only for our endpoint, and only if we signed it', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  const { access_token: good } = await connectProgram(url, ana, 'scout')
  const [, part = ''] = good.split('.')
  const claims = JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  expect(claims).toMatchObject({ aud: `${url}/mcp`, iss: url, sub: ana.profile.id })

  const [row] = await server.query<{ kid: string; private_jwk: JWK }>('select * from signing_keys')
  const own = await importJWK(row?.private_jwk ?? {}, 'EdDSA')
  const { privateKey: foreign } = await generateKeyPair('EdDSA')
  const signed = (changed: Record<string, unknown>, key = own, typ = 'at+jwt') =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: 'EdDSA', kid: row?.kid ?? '', typ })
      .sign(key)

  expect((await postRpc(url, PING, { token: await signed({}) })).status).toBe(200)
  for (const token of [
    await signed({}, foreign),
    await signed({ aud: 'https://evil.example/mcp' }),
    await signed({ aud: url }),
    await signed({ aud: [`${url}/mcp`, 'https://evil.example/mcp'] }),
    await signed({ iss: 'https://evil.example' }),
    await signed({ iss: 'https://evil.example', aud: 'https://evil.example/mcp' }),
    await signed({ agent_id: ana.profile.id }),
    await signed({ grant_id: 'x' }),
    await signed({ sub: claims['agent_id'] }),
    await signed({ exp: 5 }),
    await signed({}, own, 'JWT'),
    ana.token(),
    'x.y.z',
  ]) {
    const { status, headers } = await postRpc(url, PING, { token })
    expect([token.slice(-20), status]).toEqual([token.slice(-20), 401])
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
    if (token !== ana.token()) expect((await call(url, 'GET', '/auth/messages', { token })).status).toBe(401)
  }
})

test('a program may do only what its scopes allow', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  const { access_token: token, scope } = await connectProgram(url, ana, 'scout', { scope: 'mcp' })
  expect(scope).toBe('mcp')

  const post = await call(url, 'POST', '/auth/messages', { token, json: { content: 'hello' } })
  expect([post.status, post.body]).toMatchObject([403, { error: 'insufficient_scope' }])
  expect(post.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="messages:write"',
  )
  expect((await call(url, 'POST', '/api/search/messages', { token, json: { query: '*' } })).status).toBe(200)
  await using agent = await connectAgent(url, token)
  expect(await agent.call('messages', { action: 'send', content: 'hello' })).toMatchObject({
    isError: true,
    facts: { error: 'insufficient_scope' },
  })
  expect(await agent.call('messages', { action: 'stop' })).toMatchObject({
    isError: true,
    facts: { error: 'insufficient_scope' },
  })

  // its agent's mail is left for programs that may answer it
  const message = await ana.says('@scout hello')
  const checked = await agent.call('messages', { action: 'check' })
  expect(checked).toMatchObject({
    isError: false,
    facts: { messages: [{ id: message.id }], unread_count: 1 },
  })
  await server.services.receipts.flush()
  expect((await ana.reads(message.id)).deliveries?.[0]?.state).toBe('delivered')
  expect((await agent.call('messages', { cursor: checked.facts['next_cursor'] })).facts['messages']).toEqual(
    [],
  )
  const marking = await call(url, 'POST', '/api/inbox/read', { token, json: { ids: [] } })
  expect(marking.body).toMatchObject({ error: 'insufficient_scope' })
})

/** Changes a person's status, as an administrator would. */
async function setStatus(server: TestServer, id: string, status: string): Promise<void> {
  await server.query('update accounts set status = $2 where id = $1', [id, status])
  await server.services.bus.publish({ kind: 'account_changed', accountId: id })
}

test('a grant ends with its person, and with its agent', async () => {
  await using server = await startServer()
  const { url } = server
  await server.signUp('boss')
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  const other = await ana.registers('other')
  const program = await connectProgram(url, ana, 'scout')
  const second = await connectProgram(url, ana, 'other')
  const { access_token: token } = program

  await using stream = await openStream(url, { token, spaceId: ana.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')
  await setStatus(server, ana.profile.id, 'disabled')
  await stream.ended
  const paused = await postRpc(url, LIST, { token })
  expect([paused.status, paused.body]).toMatchObject([403, expect.stringContaining('agent_disabled')])
  expect((await refresh(url, program.clientId, program.refresh_token)).status).toBe(400)
  await setStatus(server, ana.profile.id, 'active')

  await ana.api.agents.remove({ params: { id: other.id } })
  expect(await server.query('select 1 from oauth_grants where revoked_at is null')).toHaveLength(1)
  expect((await postRpc(url, PING, { token: second.access_token })).status).toBe(401)
  expect((await refresh(url, second.clientId, second.refresh_token)).status).toBe(400)

  const exported = await call(url, 'GET', '/auth/me/export', { token: ana.token() })
  expect(exported.body).toMatchObject({ connected_apps: [{ client_name: 'Test Program', agent: 'scout' }] })
  await ana.api.call(accountRoutes.remove, { body: { password: PASSWORD } })
  expect((await postRpc(url, PING, { token })).status).toBe(401)
  expect(await server.query('select 1 from oauth_grants where revoked_at is null')).toHaveLength(0)
})

test('a program can revoke its own access, but not another’s', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  const { clientId, refresh_token: token, access_token: access } = await connectProgram(url, ana, 'scout')
  const stranger = await registerProgram(url)

  await form(url, '/oauth/revoke', { client_id: stranger.client_id, token })
  expect((await postRpc(url, PING, { token: access })).status).toBe(200)
  expect((await form(url, '/oauth/revoke', { client_id: clientId, token })).status).toBe(200)
  expect((await postRpc(url, PING, { token: access })).status).toBe(401)
})

test('20 programs per hour may register from one address, regardless of the scale', async () => {
  await using server = await startServer({ own: true })
  const json = { redirect_uris: ['http://127.0.0.1/cb'], token_endpoint_auth_method: 'none' }
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) {
    statuses.push((await call(server.url, 'POST', '/oauth/register', { json })).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429])
  server.moveClock(60 * 60 * 1000)
  const again = await call(server.url, 'POST', '/oauth/register', { json })
  expect(again.status).toBe(201)
})

test('pages of other sites can read metadata, token and registration answers, and nothing else', async () => {
  await using server = await startServer()
  const { url } = server
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
  const open = async (method: string, path: string) =>
    (await call(url, method, path, { headers })).headers.get('access-control-allow-origin')
  for (const path of ['/oauth/token', '/oauth/register', '/.well-known/oauth-authorization-server']) {
    expect([path, await open('OPTIONS', path)]).toEqual([path, '*'])
  }
  for (const path of ['/oauth/revoke', '/oauth/device', '/mcp', '/auth/connected-apps']) {
    expect([path, await open('POST', path)]).toEqual([path, null])
    expect([path, await open('OPTIONS', path)]).toEqual([path, null])
  }
  expect(await open('GET', '/oauth/authorize?client_id=x')).toBeNull()
})

test('only the browser that started a request can decide it: its cookie must have our signature', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const { client_id: clientId } = await registerProgram(url)
  const begun = await begin(url, clientId)
  const path = `/oauth/authorize/${begun.uid}/consent`
  const signed = begun.browser.cookiesFor(path)
  const ask = async (cookie: string) =>
    (await call(url, 'GET', path, { token: ana.token(), headers: { cookie } })).status
  const signature = /flockwork_request\.sig=([^;]+)/.exec(signed)?.[1] ?? ''

  expect(await ask(`flockwork_request=${begun.uid}`)).toBe(404)
  expect(await ask(`flockwork_request=${begun.uid}; flockwork_request.sig=${'A'.repeat(27)}`)).toBe(404)
  expect(await ask(`flockwork_request=${begun.uid}; flockwork_request.sig=${signature}`)).toBe(200)
  expect(await ask(signed)).toBe(200)
})

test('the form_post response mode is refused by redirect, and not advertised', async () => {
  await using server = await startServer()
  const { url } = server
  const { client_id: clientId } = await registerProgram(url)

  const { answer } = await begin(url, clientId, { response_mode: 'form_post' })
  const back = new URL(answer.headers.get('location') ?? 'x:').searchParams
  const fine = await begin(url, clientId, { response_mode: 'query' })
  const metadata = await call(url, 'GET', '/.well-known/oauth-authorization-server')

  expect(answer.status).toBe(303)
  expect(back.get('error')).toBe('unsupported_response_mode')
  expect(fine.uid).not.toBe('')
  expect(metadata.body).toMatchObject({ response_modes_supported: ['query', 'fragment'] })
})

test('tokens of a program count as writes of its agent, and refreshes per app and minute are limited', async () => {
  // six writes a minute, and two refreshes of an app
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.05' } })
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  server.moveClock(61_000)
  const app = await connectProgram(url, ana, 'scout')
  server.moveClock(60_000 - (server.services.clock.now() % 60_000))
  let token = app.refresh_token
  for (let count = 0; count < 2; count += 1) {
    const answer = await refresh(url, app.clientId, token)
    expect(answer.status).toBe(200)
    token = (answer.body as { refresh_token: string }).refresh_token
  }

  const refused = await refresh(url, app.clientId, token)

  expect([refused.status, refused.body]).toEqual([429, expect.objectContaining({ error: 'rate_limited' })])
  server.moveClock(60_000)
  expect((await refresh(url, app.clientId, token)).status).toBe(200)
})
