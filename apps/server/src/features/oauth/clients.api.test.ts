/** Real programs connect by OAuth from scratch; the test plays the browser. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { connectOver } from '../../../test/mcp.ts'
import {
  appsOf,
  begin,
  createBrowser,
  decide,
  exchange,
  form,
  goOn,
  registerProgram,
} from '../../../test/oauth-client.ts'
import type { Person } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

const BIN = fileURLToPath(new URL('../../../../../node_modules/.bin/', import.meta.url))
const PRINTED = /(https?:\/\/\S+\/oauth\/authorize\?\S+)/

/** Opens the URL in the person's browser and approves it. Returns where the browser ends up. */
async function allowIn(url: string, address: string, person: Person): Promise<URL> {
  const browser = createBrowser()
  const answer = await browser.visit(address)
  const uid = /^\/consent\/([\w-]+)$/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
  const begun = { browser, uid, verifier: '', clientId: '', answer }
  const { body } = await decide(url, begun, person, { allow: true })
  const { headers } = await browser.visit((body as { continue_at: string }).continue_at)
  return new URL(headers.get('location') ?? 'x:')
}

/** The first match in a stream's output. */
function printed(stream: Readable, pattern: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) resolve(found)
  })
  stream.on('end', () => reject(new Error(`It never printed ${pattern}: ${text}`)))
  return promise
}

test('mcp-remote connects from scratch, and its unused name becomes an agent', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const home = await mkdtemp(join(tmpdir(), 'flockwork-remote-'))
  const transport = new StdioClientTransport({
    command: join(BIN, 'mcp-remote'),
    args: [`${server.url}/mcp/agents/falcon`, '--transport', 'http-only'],
    // no real browser, wherever the test runs
    env: { HOME: home, MCP_REMOTE_CONFIG_DIR: home, BROWSER: 'true', PATH: process.env['PATH'] ?? '' },
    stderr: 'pipe',
  })
  const address = printed(transport.stderr as Readable, PRINTED)

  try {
    const connecting = connectOver(transport)
    const callback = await allowIn(server.url, await address, ana)
    // the browser's last step goes to mcp-remote's local server
    expect((await fetch(callback)).status).toBe(200)
    await using agent = await connecting
    expect((await agent.call('whoami')).facts).toMatchObject({ agent: { handle: 'falcon' }, owner: 'ana' })
    await agent.call('messages', { action: 'send', content: 'from a desktop assistant' })
    expect(await appsOf(ana)).toMatchObject([{ agent: { handle: 'falcon' } }])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

/** The storage of an SDK client's host, and the URL that it would open. */
function createHost() {
  const stored: { address?: URL; client?: OAuthClientInformationMixed; tokens?: OAuthTokens } = {}
  let verifier = ''
  let discovered: OAuthDiscoveryState | undefined
  const redirectUrl = 'http://127.0.0.1:4999/callback'
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'SDK host', redirect_uris: [redirectUrl] },
    clientInformation: () => stored.client,
    saveClientInformation: (client) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => void (stored.tokens = tokens),
    redirectToAuthorization: (address) => void (stored.address = address),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovered = state),
    discoveryState: () => discovered,
  }
  return { stored, provider }
}

test("the protocol's SDK client connects by OAuth", async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  // by another loopback name than the server's own
  const url = new URL('/mcp/agents/heron', server.url.replace('127.0.0.1', 'localhost'))
  const { stored, provider: authProvider } = createHost()
  const first = new StreamableHTTPClientTransport(url, { authProvider })
  await expect(new Client({ name: 'sdk', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)

  const callback = await allowIn(url.origin, String(stored.address), ana)
  await first.finishAuth(callback.searchParams)
  await using agent = await connectOver(new StreamableHTTPClientTransport(url, { authProvider }))
  expect((await agent.call('whoami')).facts).toMatchObject({ agent: { handle: 'heron' } })
})

test('a program without a browser connects by a code that a person enters', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const { client_id: clientId } = await registerProgram(url, {
    redirect_uris: [],
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  })
  const ask = async () => {
    const { status, body } = await form(url, '/oauth/device', {
      client_id: clientId,
      resource: `${url}/mcp/agents/runner`,
    })
    expect(status).toBe(200)
    return body as { device_code: string; user_code: string; verification_uri: string }
  }
  const poll = (code: string) =>
    form(url, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: clientId,
      device_code: code,
    })
  const post = (path: string, json: object) => fetchJson(url + path, ana.token(), json)

  const device = await ask()
  expect(device.verification_uri).toBe(`${url}/device`)
  expect((await poll(device.device_code)).body).toMatchObject({ error: 'authorization_pending' })
  expect((await post('/oauth/device/check', { user_code: 'BBBB-BBBB' })).status).toBe(404)
  const typed = device.user_code.toLowerCase().replace('-', ' ')
  const shown = await post('/oauth/device/check', { user_code: typed })
  expect(await shown.json()).toMatchObject({
    client: { name: 'Test Program', redirect_host: null, is_local: false },
    named_agent: { handle: 'runner', state: 'new' },
  })
  expect((await post('/oauth/device/decide', { user_code: typed, allow: true })).status).toBe(204)
  expect((await post('/oauth/device/decide', { user_code: typed, allow: true })).status).toBe(404)
  // only hashes of the codes are stored
  const records = await server.query<{ key: string; text: string }>(
    "select key, row_to_json(r)::text as text from oauth_records r where model = 'DeviceCode'",
  )
  for (const { key, text } of records) {
    expect(text).not.toContain(device.device_code)
    for (const forged of [key, `#${key}`]) expect((await poll(forged)).status).toBe(400)
  }
  expect(records).not.toEqual([])
  const { status, body } = await poll(device.device_code)
  expect(status).toBe(200)
  const { access_token: token } = body as { access_token: string }
  expect(
    (await fetch(`${url}/auth/messages`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(200)
  expect((await poll(device.device_code)).body).toMatchObject({ error: 'invalid_grant' })

  const refused = await ask()
  await post('/oauth/device/decide', { user_code: refused.user_code, allow: false })
  expect((await poll(refused.device_code)).body).toMatchObject({ error: 'access_denied' })
  const late = await ask()
  server.moveClock(11 * 60 * 1000)
  const tooLate = await post('/oauth/device/check', { user_code: late.user_code })
  expect(tooLate.status).toBe(404)
  expect((await poll(late.device_code)).status).toBe(400)
})

function fetchJson(address: string, token: string, json: object): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(json),
  })
}

test('a program with a secret authenticates with it', async () => {
  await using server = await startServer({ env: { SECRET_KEY: 'a secret of the operator' } })
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const { client_id: clientId, client_secret: secret = '' } = await registerProgram(url, {
    token_endpoint_auth_method: 'client_secret_post',
  })
  const begun = await begin(url, clientId)
  const back = await goOn(await decide(url, begun, ana, { allow: true, agent: 'keeper' }), begun)
  const code = back.get('code') ?? ''
  expect((await exchange(url, begun, code, { client_secret: 'wrong' })).status).toBe(401)
  expect((await exchange(url, begun, code)).status).toBe(401)
  expect((await exchange(url, begun, code, { client_secret: secret })).status).toBe(200)
  const records = await server.query("select payload::text from oauth_records where model = 'Client'")
  expect(JSON.stringify(records)).not.toContain(secret)
})
