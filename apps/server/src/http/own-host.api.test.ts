/** DNS rebinding: a foreign name that points here gives no access. */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startServer } from '../../test/server.ts'
import { person } from '../../test/sessions.ts'

async function callAs(
  host: string,
  url: string,
  method: string,
  path: string,
  json?: object,
  more: Record<string, string> = {},
) {
  const headers = { host, ...more, ...(json && { 'content-type': 'application/json' }) }
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

const PUBLIC_URL = 'https://flock.example'
const METRICS_TOKEN = 'a-token-of-many-letters'

const ALWAYS_OURS = [
  'localhost',
  'LocalHost:8787',
  'localhost:8787',
  '127.0.0.1:1',
  '[::1]:8787',
  '[0:0:0:0:0:0:0:1]',
  '192.168.1.5',
]

test('loopback names, IP addresses and the public name are accepted in every spelling', async () => {
  await using server = await startServer()
  await using open = await startServer({ env: { PUBLIC_URL } })
  // a proxy may name its own port, which need not be the public one
  const byName = ['flock.example', 'flock.example:443', 'Flock.Example', 'FLOCK.example:8443']

  for (const [{ url }, hosts] of [
    [server, ALWAYS_OURS],
    [open, [...ALWAYS_OURS, ...byName]],
  ] as const) {
    for (const host of hosts) {
      const { status } = await callAs(host, url, 'GET', '/auth/providers')
      expect([host, status]).toEqual([host, 200])
    }
  }
  for (const host of [
    'other.example',
    'flock.example.evil.example',
    'evil.example/flock.example',
    'flock.example/',
    'flock.example?',
    'evil.example\\flock.example',
    'me@flock.example',
    'flock.example:99999',
  ]) {
    const { status } = await callAs(host, open.url, 'GET', '/auth/providers')
    expect([host, status]).toEqual([host, 421])
  }
})

test('our own page can sign up, however a proxy writes the Host', async () => {
  await using server = await startServer()
  const page = { origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' }

  const { status } = await callAs('127.0.0.1:80', server.url, 'POST', '/auth/register', person('ana'), page)

  expect(status).toBe(201)
})

test('metrics answer under every name, but only with the token', async () => {
  await using server = await startServer({ env: { METRICS_TOKEN } })
  await using without = await startServer()
  const metrics = async (host: string, { url }: { url: string }, token: string) =>
    (await callAs(host, url, 'GET', '/metrics', undefined, { authorization: `Bearer ${token}` })).status

  expect(await metrics('flockwork:8787', server, METRICS_TOKEN)).toBe(200)
  expect(await metrics('flockwork:8787', server, 'another')).toBe(421)
  expect(await metrics('flockwork:8787', without, METRICS_TOKEN)).toBe(421)
  const elsewhere = { authorization: `Bearer ${METRICS_TOKEN}` }
  const { status } = await callAs('flockwork', server.url, 'GET', '/auth/me', undefined, elsewhere)
  expect(status).toBe(421)
})
