/** The connection test: over HTTP, at the address that agents use. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConnectionTest } from '@flockwork/contract/agent-connection'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { postRpc, toolCall } from '../../../test/mcp.ts'
import type { Person } from '../../../test/people.ts'
import { startOn, startServer } from '../../../test/server.ts'
import { withTestCredential } from './test-credentials.ts'

async function tested({ api }: Person, id: string) {
  return summed(await api.agents.testConnection({ params: { id } }))
}

function summed({ ok, steps }: ConnectionTest) {
  const failed = steps.find(({ state }) => state === 'failed')
  const states = steps.map(({ state }) => state[0]).join('')
  return { ok, states, steps, step: failed?.step, detail: failed?.detail }
}

test('a healthy connection passes every step and the test leaves no trace; what is wrong has its step', async () => {
  await using server = await startServer({ own: true })
  const root = await server.signUp('root')
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const params = { id: scout.id }

  const healthy = await tested(ana, scout.id)
  expect(healthy).toMatchObject({ ok: true, states: 'pppppp' })
  expect(healthy.steps.map(({ step }) => step)).toEqual([
    'address',
    'credential',
    'agent',
    'space',
    'handshake',
    'tools',
  ])
  expect(healthy.steps.map(({ detail }) => detail).join('\n')).toMatch(
    /\/mcp\/agents\/scout answers[^]*@scout[^]*Field Lab[^]*Flockwork .+protocol 2025-11-25[^]*\d tools: messages, /,
  )
  expect((await tested(root, scout.id)).ok).toBe(true)
  // what happened before rover's call is written by the time that one is
  const rover = await ana.registers('rover')
  await postRpc(server.url, { jsonrpc: '2.0', id: 1, method: 'ping' }, { token: rover.token })
  const tracesOf = async (agentId: string) => {
    const [row] = await server.query<{ verified_at: Date | null; last_active_at: Date | null }>(
      'select verified_at, last_active_at from agents join accounts on id = account_id where id = $1',
      [agentId],
    )
    return [row?.verified_at, row?.last_active_at]
  }
  await eventually(
    () => tracesOf(rover.id),
    (traces) => traces.every((trace) => trace !== null),
  )
  expect(await tracesOf(scout.id)).toEqual([null, null])
  await server.services.connectionRecorder.stop()
  expect(await server.query('select 1 from agent_connections')).toEqual([])
  expect(await server.query('select 1 from connection_tests')).toEqual([])
  const { tokens } = await ana.api.agents.tokens({ params })
  expect(tokens).toMatchObject([{ last_used_at: null }])

  // one at a time, for a minute at most
  await server.query(`insert into connection_tests values ($1, '\\x00', now() + interval '50 seconds')`, [
    scout.id,
  ])
  expect((await refusalOf(ana.api.agents.testConnection({ params }))).status).toBe(409)
  server.moveClock(60_000)
  expect((await tested(ana, scout.id)).ok).toBe(true)

  await ana.api.agents.updateControl({ params, body: { disabled: true, reason: 'Too loud' } })
  const paused = await tested(ana, scout.id)
  expect(paused).toMatchObject({ ok: false, states: 'ppfsss', detail: 'Paused: Too loud' })
  await ana.api.agents.updateControl({ params, body: { disabled: false } })

  await ana.api.agents.update({ params, body: { pinned_org_id: spaceId } })
  await server.query('delete from members where space_id = $1 and account_id in ($2, $3)', [
    spaceId,
    ana.profile.id,
    scout.id,
  ])
  const left = await tested(ana, scout.id)
  expect(left).toMatchObject({ ok: false, states: 'pppfss', step: 'space' })
})

test("the test's credential works at the endpoint alone, for the test's own requests, while it runs", async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const message = { jsonrpc: '2.0', id: 1 }
  const list = { ...message, method: 'tools/list' }

  const expired = await withTestCredential(server.services, scout.id, async (token) => {
    expect((await postRpc(server.url, list, { token })).status).toBe(200)
    for (const body of [
      toolCall('whoami'),
      [toolCall('whoami')],
      [list],
      null,
      { ...message, method: 'resources/list' },
    ]) {
      expect((await postRpc(server.url, body, { token })).status).toBe(403)
    }
    const rest = await fetch(`${server.url}/auth/messages`, { headers: { authorization: `Bearer ${token}` } })
    expect(rest.status).toBe(401)
    expect((await postRpc(server.url, list, { token, path: '/mcp/agents/other' })).status).toBe(403)
    return token
  })
  expect((await postRpc(server.url, list, { token: expired })).status).toBe(401)
})

test('an address that does not lead here has a reason of its own', async () => {
  await using elsewhere = await listen((request, response) => {
    if (mode === 'silent') return void request.socket.destroy()
    const [status, headers, body] = ANSWERS[mode] ?? [200, {}, '']
    response.writeHead(status, headers).end(body)
  })
  let mode = 'html'
  await using server = await startServer()
  await using astray = await startOn(server.databaseUrl, { env: { PUBLIC_URL: elsewhere.url } })
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const detailOf = async (next: string) => {
    mode = next
    const path = `/auth/agents/${scout.id}/connection/test`
    const { body } = await call(astray.url, 'POST', path, { token: ana.token() })
    const { step, detail, states } = summed(ConnectionTest.parse(body))
    expect(states.slice(1 + states.indexOf('f'))).toMatch(/^s*$/)
    return `${step}: ${detail}`
  }

  expect(await detailOf('html')).toMatch(/^address: A web page/)
  expect(await detailOf('redirect')).toBe(
    'address: It answers with a redirect to https://elsewhere.example. PUBLIC_URL must be the address that answers itself.',
  )
  expect(await detailOf('gateway')).toMatch(/^address: A proxy answers .*502/)
  expect(await detailOf('login')).toMatch(/^address: .*sign-in of its own/)
  expect(await detailOf('unauthorized')).toMatch(/^credential: .*Authorization header/)
  expect(await detailOf('origin')).toMatch(/^address: .*Host/)
  expect(await detailOf('missing')).toMatch(/^address: .*404/)
  expect(await detailOf('failing')).toMatch(/^handshake: .*500/)
  expect(await detailOf('empty')).toMatch(/^handshake: .*no result/)
  expect(await detailOf('silent')).toMatch(/^address: .*cut the connection/)
  await elsewhere[Symbol.asyncDispose]()
  expect(await detailOf('gone')).toMatch(/^address: Nothing listens/)
})

const JSON_TYPE = { 'content-type': 'application/json' }
const refusal = (error: string) => JSON.stringify({ error, detail: 'No', request_id: 'r' })

const ANSWERS: Readonly<Record<string, readonly [number, Record<string, string>, string]>> = {
  html: [200, { 'content-type': 'text/html' }, '<html>Welcome</html>'],
  redirect: [308, { location: 'https://elsewhere.example/login?x=1' }, ''],
  gateway: [502, { 'content-type': 'text/html' }, 'Bad gateway'],
  login: [401, { 'content-type': 'text/html' }, 'Who are you?'],
  unauthorized: [401, JSON_TYPE, refusal('unauthorized')],
  origin: [403, JSON_TYPE, refusal('bad_origin')],
  missing: [404, JSON_TYPE, refusal('not_found')],
  failing: [500, JSON_TYPE, refusal('internal_error')],
  empty: [200, JSON_TYPE, '{"jsonrpc":"2.0","id":1}'],
}

async function listen(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
