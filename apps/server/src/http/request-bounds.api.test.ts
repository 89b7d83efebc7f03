/** What one anonymous request may cost. */
import { TEXT_MAX_CHARS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call } from '../../test/calls.ts'
import { startServer } from '../../test/server.ts'

test('a URL longer than 2 KiB is refused on every route', async () => {
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

test('an OAuth request has at most 16 KiB and 100 parameters', async () => {
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

test('a text longer than any limit is refused at its field, over REST and over MCP', async () => {
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

test('pages count towards the limit by address, and the liveness check does not', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.01' } })
  const get = async (path: string) => (await call(server.url, 'GET', path)).status

  const pages = []
  for (let count = 0; count < 12; count += 1) pages.push(await get('/tasks'))
  expect(pages).not.toContain(429)

  expect(await get('/tasks')).toBe(429)
  expect(await get('/healthz')).toBe(200)
})
