/** Invalid UTF-8 is refused in every part of a request, and nothing of it is stored. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { call } from '../../test/calls.ts'
import { toolCall } from '../../test/mcp.ts'
import { startServer } from '../../test/server.ts'

/** The text with each `·` replaced by a byte that is never valid in UTF-8. */
const bytes = (content: string) => Buffer.from(content.replaceAll('·', '\u00ff'), 'latin1')

interface Sent {
  readonly token?: string
  readonly type?: string
  readonly headers?: Record<string, string>
}

async function send(url: string, path: string, body: Buffer, { token, type, headers }: Sent = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': type ?? 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: new Uint8Array(body),
  })
  return { status: response.status, body: await response.text() }
}

const NOT_UTF8 = { status: 400, body: expect.stringContaining('"not_utf8"') }

test('in the body of a call, of OAuth and of MCP', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const { url } = server
  const message = bytes('{"content":"a·b"}')

  expect(await send(url, '/auth/messages', message, { token: ana.token() })).toEqual(NOT_UTF8)
  expect(await send(url, '/auth/messages', message, { token: scout.token })).toEqual(NOT_UTF8)
  expect(await send(url, '/auth/login', bytes('{"email":"·","password":"x"}'))).toEqual(NOT_UTF8)
  // authentication comes first
  expect((await send(url, '/auth/messages', message)).status).toBe(401)

  const form = { type: 'application/x-www-form-urlencoded' }
  for (const path of ['/oauth/token', '/oauth/token/revocation', '/oauth/device/auth']) {
    const { status } = await send(url, path, bytes('client_id=·'), form)
    expect([path, [400, 404].includes(status)]).toEqual([path, true])
  }
  for (const given of ['client_id=·', 'client_id=%ff', 'grant_type=%C3%28'])
    expect(await send(url, '/oauth/token', bytes(given), form)).toEqual(NOT_UTF8)
  expect(await send(url, '/oauth/token', bytes('client_id=caf%C3%A9'), form)).not.toEqual(NOT_UTF8)
  expect(await send(url, '/oauth/register', bytes('{"client_name":"·"}'))).toEqual(NOT_UTF8)

  const posted = JSON.stringify(toolCall('messages', { action: 'send', content: 'a·b' }))
  const mcp = await send(url, '/mcp', Buffer.from(bytes(posted)), { token: scout.token })
  expect([mcp.status, mcp.body]).toEqual([400, expect.stringContaining('-32700')])

  expect((await ana.api.messages.history()).posts).toEqual([])
  const said = await call(url, 'POST', '/auth/messages', { token: ana.token(), json: { content: 'café 🎉' } })
  expect(said.body).toMatchObject({ message: { content: 'café 🎉' } })
})

test('in the URL of a call or a page', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  for (const path of [
    '/?next=%ff',
    '/m/%C3%28',
    '/x/%c0%ae',
    '/api/search/trending?limit=%ff',
    '/auth/me?%ED%A0%80',
  ]) {
    const answer = await call(server.url, 'GET', path, { token: ana.token() })
    expect([path, answer.status]).toEqual([path, 400])
  }
  expect((await call(server.url, 'GET', '/healthz?q=100%')).status).toBe(200)
  expect((await call(server.url, 'GET', '/healthz?q=caf%C3%A9')).status).toBe(200)

  // our client would escape it
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes('GET /healthz?q=caf· HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})

test('in a text header', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const json = { content: 'once' }
  for (const name of ['idempotency-key', 'x-agent-name', 'x-device-id', 'user-agent']) {
    const { status, body } = await send(server.url, '/auth/messages', Buffer.from(JSON.stringify(json)), {
      token: ana.token(),
      headers: { [name]: 'K\u00f6ln' },
    })
    expect([name, status, body]).toEqual([name, 400, expect.stringContaining('not_utf8')])
  }

  const named = Buffer.from('Łódź').toString('latin1')
  await send(
    server.url,
    '/auth/login',
    Buffer.from(JSON.stringify({ email: 'ana', password: 'a long enough password' })),
    {
      headers: { 'user-agent': named },
    },
  )
  const agents = await server.query<{ user_agent: string }>(
    'select user_agent from sessions order by created_at',
  )
  expect(agents.map(({ user_agent: agent }) => agent)).toContain('Łódź')
})
