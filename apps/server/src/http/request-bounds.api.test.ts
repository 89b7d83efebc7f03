/** What one anonymous request, or very many slow ones, may cost. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { TEXT_MAX_CHARS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually } from '../../test/calls.ts'
import { startServer } from '../../test/server.ts'

test('an address longer than 2 KiB is refused, whatever it is of', async () => {
  await using server = await startServer()
  const { url } = server

  for (const path of [
    '/',
    '/x',
    '/api/messages/',
    '/oauth/authorize?resource=',
    '/assets/',
    '/mcp/agents/',
  ]) {
    const answer = await call(url, 'GET', path + '/'.repeat(15_000 - path.length))
    expect([path, answer.status, answer.body]).toEqual([
      path,
      414,
      expect.objectContaining({ error: 'payload_too_large', request_id: expect.any(String) }),
    ])
  }
  expect((await call(url, 'GET', `/healthz?${'x'.repeat(2000)}`)).status).toBe(200)
})

test('what programs send to OAuth is at most 16 KiB and 100 parameters', async () => {
  await using server = await startServer()
  const form = { type: 'application/x-www-form-urlencoded' }
  const token = (text: string) => call(server.url, 'POST', '/oauth/token', { text, ...form })

  const slashes = await token(`resource=${'/'.repeat(10_000)}`)
  const large = await token(`resource=${'/'.repeat(20_000)}`)
  const many = await token('&a='.repeat(200))
  const query = await call(server.url, 'GET', `/oauth/authorize?${'&a'.repeat(200)}`)

  expect(slashes.body).toMatchObject({ error: 'invalid_request' })
  expect(large.status).toBe(413)
  expect(many.status).toBe(422)
  expect(query.status).toBe(422)
})

test('a text longer than any of ours is refused where it is, over REST and over MCP', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const message = await ana.says('hello')
  const token = ana.token()

  const emoji = '😀'.repeat(60_000)
  const react = await call(server.url, 'POST', `/posts/${message.id}/react`, { token, json: { emoji } })
  const search = await call(server.url, 'POST', '/api/search/messages', {
    token,
    json: { query: 'x', agents: ['a'.repeat(TEXT_MAX_CHARS + 1)] },
  })

  expect(react.status).toBe(422)
  expect(react.body).toMatchObject({ detail: [{ loc: ['body', 'emoji'], msg: 'At most 20000 characters' }] })
  expect(search.status).toBe(422)
})

test('pages count in the limit of an address, and whether the process lives does not', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.01' } })
  const get = async (path: string) => (await call(server.url, 'GET', path)).status

  const pages = []
  for (let count = 0; count < 12; count += 1) pages.push(await get('/tasks'))
  expect(pages).not.toContain(429)

  expect(await get('/tasks')).toBe(429)
  expect(await get('/healthz')).toBe(200)
})

test('of the connections of one address whose requests never end 200 stay', async () => {
  await using server = await startServer({ own: true })
  const { hostname, port } = new URL(server.url)
  const slow =
    'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'
  const sockets: Socket[] = []
  for (let count = 0; count < 230; count += 1) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    // some have sent nothing yet
    if (count % 3 > 0) socket.write(slow)
  }

  server.moveClock(6000)
  const ended = await eventually(
    async () => sockets.filter(({ closed }) => closed).length,
    (count) => count >= 30,
  )

  expect(ended).toBe(30)
  expect((await call(server.url, 'GET', '/healthz')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})
