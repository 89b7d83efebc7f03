import { createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createDocumentFetch, isPublicAddress } from './document-fetch.ts'

test.for([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
] as const)('%s is public: %s', ([address, isPublic]) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

/** A document server on loopback, reached by a name that seems to be public, in the clear. */
async function fetchFrom(listener: RequestListener, addresses = ['127.0.0.1']): Promise<Response> {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const fetchDocument = createDocumentFetch({
    resolve: (_name, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
    isAllowed: (address) => address === '127.0.0.1',
    request: (url, options) =>
      request({ ...options, host: url.hostname, port: url.port, path: url.pathname, protocol: 'http:' }),
  })
  try {
    return await fetchDocument(`https://app.example:${port}/client.json`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a document comes with its text and how long it may be cached', async () => {
  const answer = await fetchFrom((_request, response) => {
    response.setHeader('cache-control', 'max-age=600').end('{"client_id":"x"}')
  })
  expect(await answer.text()).toBe('{"client_id":"x"}')
  expect(answer.headers.get('cache-control')).toBe('max-age=600')
})

test('a name with one address that is not public is not requested', async () => {
  let requests = 0
  const fetching = fetchFrom(
    (_request, response) => {
      requests += 1
      response.end('{}')
    },
    ['127.0.0.1', '10.0.0.1'],
  )
  await expect(fetching).rejects.toThrow('not a public address')
  expect(requests).toBe(0)
})

test('an unknown name is an error like any other', async () => {
  const fetchDocument = createDocumentFetch({
    // as Node does it: without a list
    resolve: (_name, done) => done(new Error('ENOTFOUND')),
    isAllowed: () => true,
    request: (url, options) => request({ ...options, host: url.hostname, protocol: 'http:' }),
  })
  await expect(fetchDocument('https://nowhere.example/c')).rejects.toThrow('ENOTFOUND')
})

test('redirects, refusals and what is too large are no documents', async () => {
  await expect(
    fetchFrom((_request, response) => response.writeHead(302, { location: 'https://127.0.0.1/' }).end()),
  ).rejects.toThrow('Answered 302')
  await expect(fetchFrom((_request, response) => response.writeHead(404).end())).rejects.toThrow('404')
  await expect(
    fetchFrom((_request, response) => {
      for (let chunk = 0; chunk < 6; chunk++) response.write('x'.repeat(1024))
      response.end()
    }),
  ).rejects.toThrow('Larger than 5120 bytes')
})

test('only https, and no literal address of a private network', async () => {
  const fetchDocument = createDocumentFetch()
  for (const address of [
    'http://example.com/c',
    'https://127.0.0.1/c',
    'https://[::1]/c',
    'https://2130706433/c',
    'https://0x7f.1/c',
    'https://localhost/c',
  ]) {
    await expect(fetchDocument(address), address).rejects.toThrow()
  }
})
