/** Anonymous callers can't make the server fetch any number of client-id documents. */
import {
  OAUTH_DOCUMENTS_AT_ONCE,
  OAUTH_DOCUMENTS_AT_ONCE_PER_ADDRESS,
  OAUTH_DOCUMENTS_PER_HOUR,
} from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { callOnce, eventually } from '../../../test/calls.ts'
import { begin } from '../../../test/oauth-client.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { findLiveGrant } from './grants/grants.ts'
import { createAdapters } from './library/adapter.ts'
import { createProviders } from './library/provider.ts'

const HOUR_MS = 60 * 60 * 1000
const UNREACHABLE = '/consent/failed?reason=document_unreachable'
const UNAVAILABLE = '/consent/failed?reason=temporarily_unavailable'

/** The only fake: a test has no public address. */
function fetchDocumentsBy({ services }: TestServer, fetchDocument: (url: string) => Promise<Response>): void {
  const { db, clock } = services
  const providerAt = createProviders({
    clock,
    tokens: services.auth.tokens,
    adapters: createAdapters({ db, clock, encryption: createEncryption(null), endGrant: async () => {} }),
    findGrant: (id) => findLiveGrant({ db, clock }, id),
    fetchDocument,
    limits: services.oauth.limits,
    documents: { isOn: async () => true },
    cookieSecret: 'cookies of a test',
    onError: services.onError,
  })
  Object.assign(services.oauth, { providerAt })
}

/** Where a browser that begins with this document is led. */
const ledTo = async (url: string, clientId: string) =>
  (await begin(url, clientId)).answer.headers.get('location')

const asProgram = (url: string, clientId: string, address?: string) =>
  callOnce(url, 'POST', '/oauth/device', {
    text: new URLSearchParams({ client_id: clientId }).toString(),
    type: 'application/x-www-form-urlencoded',
    ...(address !== undefined && { headers: { 'x-forwarded-for': address } }),
  })

test('one address causes 60 fetches per hour, and documents tried a moment ago do not count', async () => {
  await using server = await startServer({ own: true })
  const { url } = server
  const id = (nth: number) => `https://127.0.0.1/${nth}.json`
  for (let nth = 1; nth <= OAUTH_DOCUMENTS_PER_HOUR; nth++)
    expect(await ledTo(url, id(nth))).toBe(UNREACHABLE)

  expect(await ledTo(url, 'https://127.0.0.1/next.json')).toBe(UNAVAILABLE)
  const refused = await asProgram(url, 'https://127.0.0.1/next.json')
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'temporarily_unavailable', error_description: 'Too many requests' },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await ledTo(url, id(OAUTH_DOCUMENTS_PER_HOUR))).toBe(UNREACHABLE)

  server.moveClock(HOUR_MS)
  expect(await ledTo(url, 'https://127.0.0.1/next.json')).toBe(UNREACHABLE)
})

test('a document that failed or is invalid is fetched again after half a minute', async () => {
  await using server = await startServer({ own: true })
  const fetched: string[] = []
  fetchDocumentsBy(server, async (address) => {
    fetched.push(address)
    if (address.endsWith('/invalid.json')) return new Response('{"client_id":"https://another.example/"}')
    throw new Error('Answered 404')
  })
  const ids = ['https://app.example/missing.json', 'https://app.example/invalid.json']
  for (const id of [...ids, ...ids]) expect(await ledTo(server.url, id)).toContain('/consent/failed')
  expect(fetched).toEqual(ids)

  server.moveClock(30_000)
  for (const id of ids) expect(await ledTo(server.url, id)).toContain('/consent/failed')
  expect(fetched).toEqual([...ids, ...ids])
})

test('while many documents are being fetched, others are refused with a request to try again', async () => {
  await using server = await startServer({ own: true, env: { TRUST_PROXY: 'on' } })
  const { url } = server
  const waiting: (() => void)[] = []
  fetchDocumentsBy(server, async () => {
    await new Promise<void>((go) => waiting.push(go))
    throw new Error('Answered 404')
  })
  const fetches = (count: number) =>
    eventually(
      async () => waiting.length,
      (length) => length === count,
    )
  const busy = {
    status: 503,
    body: { error: 'temporarily_unavailable', error_description: expect.stringContaining('try again') },
  }
  const answers: Promise<unknown>[] = []
  for (let count = 1; count <= OAUTH_DOCUMENTS_AT_ONCE; count += 1) {
    const address = `203.0.113.${Math.ceil(count / OAUTH_DOCUMENTS_AT_ONCE_PER_ADDRESS)}`
    answers.push(asProgram(url, `https://slow.example/${count}.json`, address))
    await fetches(count)
    if (count % OAUTH_DOCUMENTS_AT_ONCE_PER_ADDRESS !== 0) continue
    // others still get through, until all slots are taken
    expect(await asProgram(url, 'https://app.example/client.json', address)).toMatchObject(busy)
  }

  expect(await asProgram(url, 'https://app.example/client.json', '203.0.113.99')).toMatchObject(busy)
  expect(await ledTo(url, 'https://app.example/client.json')).toBe(UNAVAILABLE)
  expect(waiting).toHaveLength(OAUTH_DOCUMENTS_AT_ONCE)
  // one that is being fetched anyway is waited for
  const shared = ledTo(url, 'https://slow.example/1.json')

  for (const go of waiting) go()
  expect(await shared).toBe(UNREACHABLE)
  await Promise.all(answers)
})
