/** An agent's owner is notified of each new credential, on every device, and can revoke it. */
import { accountRoutes } from '@flockwork/contract/account'
import { agentRoutes } from '@flockwork/contract/agents'
import { CREDENTIAL_NOTICE_MS } from '@flockwork/contract/limits'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { connectProgram } from '../../../test/oauth-client.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { login, sessionOf } from '../../../test/sessions.ts'
import { openStream } from '../../../test/stream.ts'

interface Notice {
  id: string
  kind: string
  current: boolean
}

async function noticesOf(server: TestServer, token: string): Promise<Notice[]> {
  const { body } = await call(server.url, 'GET', accountRoutes.notices.path, { token })
  return (body as { notices: Notice[] }).notices
}

test('a new token and a connected app are announced on every device of the owner, on every node, and nowhere else', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const there = sessionOf((await login(server, 'ana')).body).access_token
  const streams = [
    await openStream(server.url, { token: ana.token() }),
    await openStream(twin.url, { token: there }),
  ]
  const others = await openStream(twin.url, { token: bob.token() })
  for (const stream of [...streams, others]) await stream.next(({ event }) => event === 'bootstrap')

  const headers = { 'user-agent': 'Thief/1.0' }
  await call(server.url, 'GET', `/auth/agents/${scout.id}/config`, { token: ana.token(), headers })
  for (const stream of streams) await stream.next(({ event }) => event === 'account_notice')
  await connectProgram(server.url, ana, 'scout')
  for (const stream of streams) await stream.next(({ event }) => event === 'account_notice')

  expect(await noticesOf(twin, there)).toEqual([
    expect.objectContaining({ kind: 'connected_app', client_name: 'Test Program', current: false }),
    {
      id: expect.any(String),
      kind: 'agent_token',
      agent: { id: scout.id, handle: 'scout' },
      client_name: null,
      created_at: expect.any(String),
      ip: '127.0.0.1',
      user_agent: 'Thief/1.0',
      current: false,
    },
    expect.objectContaining({ kind: 'agent_token' }),
  ])
  const own = await noticesOf(server, ana.token())
  expect(own.map(({ current }) => current)).toEqual([true, true, true])
  expect(await noticesOf(server, bob.token())).toEqual([])
  expect(others.events.some(({ event }) => event === 'account_notice')).toBe(false)
})

test('revoked and old credentials are no longer announced', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const scout = await ana.registers('scout')
  await connectProgram(server.url, ana, 'scout')
  const [app, token] = await noticesOf(server, ana.token())

  await ana.api.call(oauthRoutes.disconnect, { params: { id: app?.id ?? '' } })
  expect((await noticesOf(server, ana.token())).map(({ id }) => id)).toEqual([token?.id])
  await ana.api.call(agentRoutes.revokeToken, { params: { id: scout.id, token_id: token?.id ?? '' } })
  expect(await noticesOf(server, ana.token())).toEqual([])

  await call(server.url, 'GET', `/auth/agents/${scout.id}/config`, { token: ana.token() })
  expect(await noticesOf(server, ana.token())).toHaveLength(1)
  server.moveClock(CREDENTIAL_NOTICE_MS)
  const again = sessionOf((await login(server, 'ana')).body).access_token
  expect(await noticesOf(server, again)).toEqual([])
})

test('showing a configuration creates a token, and so counts as a write', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.05' } })
  const ana = await server.signUp('ana')
  const scout = await ana.registers('scout')
  const show = () => call(server.url, 'GET', `/auth/agents/${scout.id}/config`, { token: ana.token() })
  const limited = (await show()).headers.get('ratelimit-limit')

  const statuses: number[] = []
  for (let made = 0; made < 8; made++) statuses.push((await show()).status)

  expect([limited, statuses.includes(429)]).toEqual([limited, true])
  expect((await call(server.url, 'GET', '/auth/me', { token: ana.token() })).status).toBe(200)
})
