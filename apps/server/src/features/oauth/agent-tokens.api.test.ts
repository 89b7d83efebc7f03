/** Agent tokens that a program creates for a machine's clients (docs/oauth.md#scopes). */
import { accountRoutes } from '@flockwork/contract/account'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { postRpc } from '../../../test/mcp.ts'
import { appsOf, connectProgram } from '../../../test/oauth-client.ts'
import { SECRET_SAMPLES } from '../../../test/secret-samples.ts'
import { startServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'

const PATH = '/oauth/agent-token'
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('a grant with the scope creates tokens of its own agent until it ends; the tokens outlive it', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const { access_token: token } = await connectProgram(url, ana, 'scout', { scope: 'mcp tokens:create' })
  await using stream = await openStream(url, { token: ana.token() })
  await stream.next(({ event }) => event === 'bootstrap')

  const headers = { 'user-agent': 'flockwork-connect' }
  const key = SECRET_SAMPLES.find(({ kind }) => kind === 'an AWS access key')?.secret
  const secret = await call(url, 'POST', PATH, { token, headers, json: { name: key } })
  expect(secret.body).toMatchObject({ error: 'guardrail_violation' })
  const made = await call(url, 'POST', PATH, { token, headers, json: { name: 'Codex on heron' } })
  expect([made.status, made.body]).toEqual([
    201,
    {
      token_id: expect.any(String),
      agent_token: expect.stringMatching(/^fw_agt_/),
      agent: { id: scout.id, handle: 'scout' },
    },
  ])
  const { agent_token: own, token_id: id } = made.body as { agent_token: string; token_id: string }
  expect((await postRpc(url, PING, { path: '/mcp/agents/scout', token: own })).status).toBe(200)
  expect((await postRpc(url, PING, { path: '/mcp/agents/other', token: own })).status).toBe(403)

  // the owner is notified as for any credential, on every device
  await stream.next(({ event }) => event === 'account_notice')
  const { notices } = await ana.api.call(accountRoutes.notices, {})
  expect(notices.find((one) => one.id === id)).toMatchObject({
    kind: 'agent_token',
    current: true,
    user_agent: 'flockwork-connect',
  })

  const { tokens } = await ana.api.agents.tokens({ params: { id: scout.id } })
  expect(tokens.map(({ name }) => name)).toEqual(['Codex on heron', null])

  const [app] = await appsOf(ana)
  await ana.api.call(oauthRoutes.disconnect, { params: { id: app?.id ?? '' } })
  expect((await call(url, 'POST', PATH, { token })).status).toBe(401)
  expect((await postRpc(url, PING, { token: own })).status).toBe(200)

  // a token can revoke itself
  expect((await call(url, 'DELETE', PATH, { token: own })).status).toBe(204)
  expect((await postRpc(url, PING, { token: own })).status).toBe(401)
  const ids = (await ana.api.agents.tokens({ params: { id: scout.id } })).tokens.map((one) => one.id)
  expect(ids).not.toContain(id)
  expect(ids).toHaveLength(1)
})

test('agent tokens, grants without the scope and people cannot create one, and the scope is not advertised', async () => {
  await using server = await startServer()
  const { url } = server
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const { access_token: token } = await connectProgram(url, ana, 'scout')

  for (const refused of [scout.token, token, ana.token()]) {
    expect((await call(url, 'POST', PATH, { token: refused })).status).toBe(403)
  }
  // a grant is revoked elsewhere
  expect((await call(url, 'DELETE', PATH, { token })).status).toBe(404)
  expect((await ana.api.agents.tokens({ params: { id: scout.id } })).tokens).toHaveLength(1)

  for (const address of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-protected-resource/mcp',
  ]) {
    const { body } = await call(url, 'GET', address)
    expect((body as { scopes_supported: string[] }).scopes_supported).toContain('spaces:switch')
    expect((body as { scopes_supported: string[] }).scopes_supported).not.toContain('tokens:create')
  }
})
