import { expect, test } from 'vitest'
import { call } from '../../test/calls.ts'
import { startServer } from '../../test/server.ts'

const METRICS_TOKEN = 'a-token-of-many-letters'
const SITE = 'https://chat.example.org'

const statuses = async (url: string, ways: Record<string, Record<string, string>>) => {
  const entries = Object.entries(ways).map(async ([way, headers]) => {
    const { status } = await call(url, 'GET', '/metrics', { headers })
    return [way, status] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const WAYS = {
  direct: {},
  forwarded: { 'x-forwarded-for': '203.0.113.7' },
  'forwarded as if by this machine': { 'x-forwarded-for': '127.0.0.1' },
  'forwarded by the standard': { forwarded: 'for=127.0.0.1' },
  via: { via: '1.1 proxy' },
  'with a wrong token': { authorization: 'Bearer another', 'x-forwarded-for': '203.0.113.7' },
}

test('metrics are for this machine only, and not for requests that a proxy on it forwards', async () => {
  await using server = await startServer()
  await using trusting = await startServer({ env: { TRUST_PROXY: 'loopback', PUBLIC_URL: SITE } })

  const expected = {
    direct: 200,
    forwarded: 403,
    'forwarded as if by this machine': 403,
    'forwarded by the standard': 403,
    via: 403,
    'with a wrong token': 403,
  }
  expect(await statuses(server.url, WAYS)).toEqual(expected)
  expect(await statuses(trusting.url, WAYS)).toEqual(expected)
})

test('METRICS_TOKEN gives access to them', async () => {
  await using server = await startServer({ env: { METRICS_TOKEN, TRUST_PROXY: 'on', PUBLIC_URL: SITE } })
  const right = { authorization: `Bearer ${METRICS_TOKEN}` }

  expect(await statuses(server.url, { ...WAYS, right: { ...right, via: '1.1 proxy' } })).toMatchObject({
    direct: 200,
    forwarded: 401,
    'with a wrong token': 401,
    right: 200,
  })
})

test('with a public URL and no trusted proxy, this machine needs the token, too', async () => {
  await using silent = await startServer({ env: { METRICS_TOKEN, PUBLIC_URL: SITE } })
  const right = { authorization: `Bearer ${METRICS_TOKEN}` }

  expect(await statuses(silent.url, { direct: {}, right })).toEqual({ direct: 401, right: 200 })
})

test('HSTS covers this name alone, and its subdomains where the operator says so', async () => {
  await using own = await startServer({ env: { PUBLIC_URL: SITE } })
  await using all = await startServer({ env: { PUBLIC_URL: SITE, HSTS_SUBDOMAINS: 'on' } })
  const hsts = async ({ url }: { url: string }) =>
    (await call(url, 'GET', '/healthz')).headers.get('strict-transport-security')

  expect(await hsts(own)).toMatch(/^max-age=\d+$/)
  expect(await hsts(all)).toMatch(/^max-age=\d+; includeSubDomains$/)
})
