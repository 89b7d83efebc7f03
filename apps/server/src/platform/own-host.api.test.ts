/** A name that DNS was made to point here opens nothing. */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startServer } from '../../test/server.ts'
import { person } from '../../test/sessions.ts'

async function callAs(host: string, url: string, method: string, path: string, json?: object) {
  const headers = { host, ...(json && { 'content-type': 'application/json' }) }
  const sent = request(url + path, { method, headers }).end(json && JSON.stringify(json))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

const CALLS = [
  ['GET', '/', undefined],
  ['GET', '/auth/providers', undefined],
  ['GET', '/api/openapi.json', undefined],
  ['GET', '/nowhere', undefined],
  ['POST', '/auth/register', person('eve')],
  ['POST', '/oauth/register', {}],
  ['POST', '/mcp', {}],
] as const

test('under a foreign name every page and call is refused, and nobody signs up', async () => {
  await using server = await startServer()

  for (const host of [
    'evil.example',
    'evil.example:8787',
    'localhost.evil.example',
    '127.0.0.1:80@evil.example',
  ]) {
    for (const [method, path, json] of CALLS) {
      const { status, body } = await callAs(host, server.url, method, path, json)
      expect([host, method, path, status]).toEqual([host, method, path, 421])
      expect(JSON.parse(body)).toMatchObject({ error: 'bad_host' })
    }
    expect((await callAs(host, server.url, 'GET', '/healthz')).status).toBe(200)
  }
  expect(await server.providers()).toMatchObject({ first_run: true })
})

test('loopback names, addresses and the public name are ours', async () => {
  await using server = await startServer()
  await using open = await startServer({ env: { PUBLIC_URL: 'https://flock.example' } })

  for (const host of ['localhost', 'localhost:8787', '127.0.0.1:1', '[::1]:8787', '192.168.1.5']) {
    const { status } = await callAs(host, server.url, 'GET', '/auth/providers')
    expect([host, status]).toEqual([host, 200])
  }
  expect((await callAs('flock.example', open.url, 'GET', '/auth/providers')).status).toBe(200)
  expect((await callAs('other.example', open.url, 'GET', '/auth/providers')).status).toBe(421)
})
