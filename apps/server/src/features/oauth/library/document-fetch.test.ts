import { createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createDocumentFetch, createReachProbe } from './document-fetch.ts'

/** A document server on loopback, reached by a seemingly public name over plain HTTP. */
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

test('a document has its text and cache lifetime', async () => {
  const answer = await fetchFrom((_request, response) => {
    response.setHeader('cache-control', 'max-age=600').end('{"client_id":"x"}')
  })
  expect(await answer.text()).toBe('{"client_id":"x"}')
  expect(answer.headers.get('cache-control')).toBe('max-age=600')
})

test('a name with any non-public address is not requested', async () => {
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
    // like Node: without a list
    resolve: (_name, done) => done(new Error('ENOTFOUND')),
    isAllowed: () => true,
    request: (url, options) => request({ ...options, host: url.hostname, protocol: 'http:' }),
  })
  await expect(fetchDocument('https://nowhere.example/c')).rejects.toThrow('ENOTFOUND')
})

test('redirects, errors and oversized answers are refused', async () => {
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

test('a server that switches protocols is refused', async () => {
  const fetching = fetchFrom((_request, response) =>
    response.writeHead(101, { upgrade: 'websocket', connection: 'upgrade' }).end(),
  )
  await expect(fetching).rejects.toThrow('Answered 101')
})

test('only https is allowed, and no literal private address', async () => {
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

test('the network is open if there is any answer, and closed if the name is unknown or nothing answers', async () => {
  const server = createServer((_request, response) => response.writeHead(500).end())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const reaches = (error: Error | null, isAllowed = true) =>
    createReachProbe(
      {
        resolve: (_name, done) => done(error, [{ address: '127.0.0.1', family: 4 }]),
        isAllowed: () => isAllowed,
        request: (url, options) =>
          request({ ...options, host: url.hostname, port: url.port, path: url.pathname, protocol: 'http:' }),
      },
      `https://web.example:${port}/`,
    )()

  expect(await reaches(null)).toBe(true)
  expect(await reaches(new Error('ENOTFOUND'))).toBe(false)
  // a closed network often resolves every name to a page of its own
  expect(await reaches(null, false)).toBe(false)
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  expect(await reaches(null)).toBe(false)
})
