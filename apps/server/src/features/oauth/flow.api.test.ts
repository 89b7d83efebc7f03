/** A program connects by OAuth, posts a message, and is revoked. */
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { connectAgent, postRpc } from '../../../test/mcp.ts'
import {
  appsOf,
  askConsent,
  begin,
  connectProgram,
  createBrowser,
  decide,
  exchange,
  goOn,
  refresh,
  registerProgram,
} from '../../../test/oauth-client.ts'
import { startServer } from '../../../test/server.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { createAdapters } from './library/adapter.ts'
import { findLiveGrant } from './grants/grants.ts'
import { createProviders } from './library/provider.ts'

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('a program discovers the server: from the 401 to the metadata', async () => {
  await using server = await startServer()
  const { url } = server

  const refused = await postRpc(url, PING, { path: '/mcp/agents/scout' })
  expect(refused.status).toBe(401)
  const address = `${url}/.well-known/oauth-protected-resource/mcp/agents/scout`
  expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${address}"`)

  for (const [path, resource] of [
    ['/mcp/agents/scout', `${url}/mcp/agents/scout`],
    ['/mcp', `${url}/mcp`],
    ['', `${url}/mcp`],
  ]) {
    const { body, headers } = await call(url, 'GET', `/.well-known/oauth-protected-resource${path}`)
    expect(body).toMatchObject({ resource, authorization_servers: [url] })
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    const { body, headers } = await call(url, 'GET', `/.well-known/${name}`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(body).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      device_authorization_endpoint: `${url}/oauth/device`,
      jwks_uri: `${url}/.well-known/jwks.json`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      scopes_supported: expect.arrayContaining(['mcp', 'messages:write', 'tasks:write', 'spaces:switch']),
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
  // all loopback names are accepted, each as its own issuer
  const local = url.replace('127.0.0.1', 'localhost')
  const { body } = await call(local, 'GET', '/.well-known/oauth-authorization-server')
  expect(body).toMatchObject({ issuer: local })
  expect((await call(url, 'GET', '/.well-known/oauth-protected-resource/mcp/agents/%00')).status).toBe(404)
})

test('an unused name in the URL becomes an agent, which posts, and is locked out at once when revoked', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const { client_id: clientId } = await registerProgram(url)

  const begun = await begin(url, clientId, { resource: `${url}/mcp/agents/scout/`, scope: 'openid' })
  expect(begun.answer.status).toBe(303)
  const consent = await askConsent(url, begun, ana)
  expect(consent.body).toEqual({
    client: { name: 'Test Program', redirect_host: '127.0.0.1:4999', is_local: true },
    scopes: ['mcp', 'messages:write', 'tasks:write', 'spaces:switch'],
    named_agent: { handle: 'scout', state: 'new' },
    agents: [],
  })
  const decided = await decide(url, begun, ana, { allow: true })
  const back = await goOn(decided, begun)
  expect(back.get('state')).toBe('st')
  expect(back.get('iss')).toBe(url)
  const { status, body, headers } = await exchange(url, begun, back.get('code') ?? '')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  const tokens = body as { access_token: string; refresh_token: string; id_token: string }
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(tokens.id_token).toBeTruthy()

  await using agent = await connectAgent(url, tokens.access_token, { path: '/mcp/agents/scout' })
  expect((await agent.call('whoami')).facts).toMatchObject({
    agent: { handle: 'scout' },
    owner: 'ana',
    scopes: ['mcp', 'messages:write', 'tasks:write', 'spaces:switch'],
  })
  expect((await agent.call('messages', { action: 'send', content: 'hello' })).isError).toBe(false)
  // the same credential works on the calls for agents, and on no other
  const token = tokens.access_token
  expect((await call(url, 'GET', '/auth/messages', { token })).status).toBe(200)
  expect((await call(url, 'GET', '/auth/me', { token })).status).toBe(403)
  expect((await postRpc(url, PING, { path: '/mcp/agents/other', token })).status).toBe(403)
  expect((await postRpc(url, PING, { token: ana.token() })).status).toBe(401)

  const [app] = await appsOf(ana)
  expect(app).toMatchObject({
    client_name: 'Test Program',
    redirect_host: '127.0.0.1:4999',
    agent: { handle: 'scout' },
    last_used_at: expect.any(String),
  })
  const tokensLeft = await server.query('select 1 from agent_tokens where revoked_at is null')
  expect(tokensLeft).toEqual([])
  const records = await server.query<{ text: string }>(
    'select oauth_records::text as text from oauth_records',
  )
  expect(JSON.stringify(records)).not.toContain(tokens.refresh_token)

  await using twin = await server.startTwin()
  await using onTwin = await connectAgent(twin.url, token)
  const waiting = onTwin.waits({ mode: 'unread' })
  await waiting.isWaiting
  const cut = await call(url, 'DELETE', `/auth/connected-apps/${app?.id}`, { token: ana.token() })
  expect(cut.status).toBe(204)
  expect(await waiting.answer).toMatchObject({ isError: true, facts: { error: 'unauthorized' } })
  const after = await postRpc(url, PING, { token })
  expect(after.status).toBe(401)
  expect(after.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="/)
  expect((await call(url, 'GET', '/auth/messages', { token })).status).toBe(401)
  expect((await refresh(url, clientId, tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
  expect(await appsOf(ana)).toEqual([])
})

test('access tokens expire after an hour and are renewed; a refresh token used twice ends the grant', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.registers('scout')
  const first = await connectProgram(url, ana, 'scout')

  server.moveClock(61 * 60 * 1000)
  expect((await postRpc(url, PING, { token: first.access_token })).status).toBe(401)
  const renewed = await refresh(url, first.clientId, first.refresh_token)
  expect(renewed.status).toBe(200)
  const second = renewed.body as typeof first
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await postRpc(url, PING, { token: second.access_token })).status).toBe(200)

  const again = await refresh(url, first.clientId, first.refresh_token)
  expect([again.status, again.body]).toMatchObject([400, { error: 'invalid_grant' }])
  expect((await postRpc(url, PING, { token: second.access_token })).status).toBe(401)
  expect((await refresh(url, first.clientId, second.refresh_token)).status).toBe(400)
  expect(await server.query('select 1 from oauth_grants where revoked_at is null')).toEqual([])
})

test('a denial is returned to the program, and nobody else can decide', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  await bob.registers('bobs-own')
  await ana.registers('scout')
  const { client_id: clientId } = await registerProgram(url)

  const begun = await begin(url, clientId)
  const otherBrowser = { ...begun, browser: createBrowser() }
  expect((await askConsent(url, otherBrowser, ana)).status).toBe(404)
  expect((await decide(url, otherBrowser, ana, { allow: true, agent: 'scout' })).status).toBe(404)
  const path = `/oauth/authorize/${begun.uid}/consent`
  const signedOut = await call(url, 'POST', path, {
    json: { allow: true, agent: 'scout' },
    headers: { cookie: begun.browser.cookiesFor(path) },
  })
  expect(signedOut.status).toBe(401)
  expect((await decide(url, begun, ana, { allow: true })).status).toBe(422)
  expect((await decide(url, begun, ana, { allow: true, agent: 'bobs-own' })).status).toBe(409)
  expect((await decide(url, begun, ana, { allow: true, agent: 'ana' })).status).toBe(409)
  expect((await decide(url, begun, ana, { allow: true, agent: 'chirpy' })).status).toBe(422)

  const refused = await goOn(await decide(url, begun, ana, { allow: false }), begun)
  expect(Object.fromEntries(refused)).toMatchObject({ error: 'access_denied', state: 'st' })
  expect((await decide(url, begun, ana, { allow: true, agent: 'scout' })).status).toBe(404)

  const named = await begin(url, clientId, { resource: `${url}/mcp/agents/bobs-own` })
  expect((await askConsent(url, named, ana)).body).toMatchObject({
    named_agent: { handle: 'bobs-own', state: 'taken' },
  })
  expect((await decide(url, named, ana, { allow: true, agent: 'scout' })).status).toBe(422)
  expect((await decide(url, named, ana, { allow: true })).status).toBe(409)

  const reserved = await begin(url, clientId, { resource: `${url}/mcp/agents/chirpy` })
  expect((await askConsent(url, reserved, ana)).body).toMatchObject({
    named_agent: { handle: 'chirpy', state: 'invalid' },
  })
  expect((await decide(url, reserved, ana, { allow: true })).status).toBe(422)
})

test('with a public URL everything refers to it, and cookies are only for https', async () => {
  await using server = await startServer({ env: { PUBLIC_URL: 'https://chat.example.org' } })
  const { url } = server

  const { body } = await call(url, 'GET', '/.well-known/oauth-authorization-server')
  expect(body).toMatchObject({
    issuer: 'https://chat.example.org',
    token_endpoint: 'https://chat.example.org/oauth/token',
  })
  const { client_id: clientId } = await registerProgram(url)
  const { answer } = await begin(url, clientId, { resource: 'https://chat.example.org/mcp' })
  expect(answer.headers.get('location')).toMatch(/^\/consent\//)
  for (const cookie of answer.headers.getSetCookie()) {
    expect(cookie).toMatch(/; secure/i)
    expect(cookie).toMatch(/; httponly/i)
    expect(cookie).toMatch(/; samesite=lax/i)
  }
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await begin(url, clientId, { resource: `${url}/mcp` })).answer.headers.get('location')).toContain(
    'error=invalid_target',
  )
})

test('a program with a client-id document needs no registration', async () => {
  await using server = await startServer({ own: true })
  const { url, services } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const clientId = 'https://assistant.example/client.json'
  const document: Record<string, unknown> = {
    client_id: clientId,
    client_name: 'Web Assistant',
    redirect_uris: ['http://127.0.0.1/callback', 'https://assistant.example/callback'],
    scope: 'something of its own',
    id_token_signed_response_alg: 'RS256',
    invented: { by: 'them' },
  }
  const { db, clock } = services
  const providerAt = createProviders({
    clock,
    tokens: services.auth.tokens,
    adapters: createAdapters({ db, clock, encryption: createEncryption(null), endGrant: async () => {} }),
    findGrant: (id) => findLiveGrant({ db, clock }, id),
    // the only fake: a test has no public address
    fetchDocument: async () => new Response(JSON.stringify(document)),
    limits: services.oauth.limits,
    documents: { isOn: async () => true },
    cookieSecret: 'cookies of a test',
    onError: services.onError,
  })
  Object.assign(services.oauth, { providerAt })

  const begun = await begin(url, clientId)
  expect((await askConsent(url, begun, ana)).body).toMatchObject({ client: { name: 'Web Assistant' } })
  const back = await goOn(await decide(url, begun, ana, { allow: true, agent: 'weaver' }), begun)
  expect((await exchange(url, begun, back.get('code') ?? '')).status).toBe(200)

  document['client_id'] = 'https://another.example/client.json'
  const { answer } = await begin(url, 'https://assistant.example/other.json')
  expect(answer.headers.get('location')).toMatch(/^\/consent\/failed\?reason=invalid_client/)
})
