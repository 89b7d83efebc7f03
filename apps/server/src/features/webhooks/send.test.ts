import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startReceiver, type Receiver } from '../../../test/receiver.ts'
import { systemClock } from '../../platform/clock.ts'
import { createSend, whyNoWebhook } from './send.ts'

const clock = systemClock()
const send = createSend({ allowPrivate: true, version: '1', clock })
const to = (url: string) => ({ url, body: '{"a":1}', headers: { 'webhook-id': 'x' } })

/** A raw socket, for answers that no HTTP server would send. */
async function startSocket(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test.for([
  ['https://example.org/hook?key=1', undefined, undefined, 'what it should be'],
  ['https://example.org:8443/hook', undefined, undefined, 'with a port'],
  ['http://example.org/hook', 'It must begin with https://', undefined, 'in the clear'],
  ['ftp://example.org/', 'It must begin with https://', 'It must begin with https://', 'another protocol'],
  [
    'https://ana:secret@example.org/',
    'It must not contain a name or password',
    'It must not contain a name or password',
    'with a password',
  ],
  ['https://example.org/#x', 'It must not contain a #', 'It must not contain a #', 'with a fragment'],
  ['https://127.0.0.1/', 'It is not a public address', undefined, 'loopback'],
  ['https://2130706433/', 'It is not a public address', undefined, 'loopback as a number'],
  ['https://[::1]/', 'It is not a public address', undefined, 'loopback'],
  ['https://localhost/', 'It is not a public address', undefined, 'loopback by name'],
  ['https://10.0.0.8/', 'It is not a public address', undefined, 'a private network'],
  ['https://169.254.169.254/latest', 'It is not a public address', 'It is not a public address', 'metadata'],
  [
    'https://[::ffff:a9fe:a9fe]/',
    'It is not a public address',
    'It is not a public address',
    'metadata as IPv6',
  ],
  ['example.org', 'This is no address', 'This is no address', 'without a protocol'],
] as const)('%s: %s; with private ones allowed: %s (%s)', ([url, problem, whenAllowed]) => {
  expect(whyNoWebhook(url, false)).toBe(problem)
  expect(whyNoWebhook(url, true)).toBe(whenAllowed)
})

test('it posts JSON with its headers, and any 2xx is a success', async () => {
  await using receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(202).end('thanks')

  expect(await send(to(receiver.url))).toEqual({ status: 202, problem: null })
  expect(receiver.received).toMatchObject([
    {
      path: '/hook',
      body: '{"a":1}',
      headers: {
        'webhook-id': 'x',
        'content-type': 'application/json',
        'user-agent': 'Flockwork/1 (webhook)',
      },
    },
  ])
})

test.for<[string, Receiver['answer'], object]>([
  ['fails', (response) => response.writeHead(500).end(), { status: 500, problem: 'Answered 500' }],
  [
    'is busy',
    (response) => response.writeHead(429, { 'retry-after': '7' }).end(),
    { status: 429, problem: 'Answered 429', retryAfterS: 7 },
  ],
  [
    'redirects',
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    { status: 302, problem: 'Answered 302, a redirect, which is not followed' },
  ],
  [
    'is gone',
    (response) => response.writeHead(410).end(),
    { status: 410, problem: expect.stringContaining('410') },
  ],
  [
    'breaks off',
    (response) => response.destroy(),
    { status: null, problem: 'The connection broke off before an answer' },
  ],
  [
    'answers with too many headers',
    (response) => response.writeHead(200, { 'x-long': 'x'.repeat(10_000) }).end(),
    { status: null, problem: 'The answer’s headers are too long' },
  ],
])('a receiver that %s', async ([, answer, outcome]) => {
  await using receiver = await startReceiver()
  receiver.answer = answer
  expect(await send(to(receiver.url))).toMatchObject(outcome)
  expect(receiver.received).toHaveLength(1)
})

test('an endless answer is not read to its end', async () => {
  await using receiver = await startReceiver()
  const closed = Promise.withResolvers<void>()
  receiver.answer = (response) => {
    response.writeHead(200)
    const write = () => void response.write('x'.repeat(65_536), (error) => error ?? setImmediate(write))
    response.once('close', closed.resolve)
    write()
  }
  expect(await send(to(receiver.url))).toEqual({ status: 200, problem: null })
  await closed.promise
})

test('a receiver that switches protocols, or sends nothing, fails', async () => {
  await using switching = await startSocket((socket) => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'
    socket.once('data', () => socket.write(head))
  })
  expect(await send(to(switching.url))).toEqual({ status: 101, problem: 'Answered 101' })

  await using silent = await startSocket((socket) => void socket.once('data', () => socket.end()))
  expect(await send(to(silent.url))).toMatchObject({ status: null })
})

test('a receiver that never answers, or drips its headers, times out', async () => {
  const inTime = createSend({ allowPrivate: true, version: '1', clock, timeoutMs: 60 })
  await using receiver = await startReceiver()
  receiver.answer = () => {}
  expect(await inTime(to(receiver.url))).toEqual({ status: null, problem: 'No answer within 0.06 s' })

  await using dripping = await startSocket((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 200 OK\r\n'.slice(0, 1)), 5)
    socket.on('close', () => clearInterval(timer))
  })
  const { status } = await inTime(to(dripping.url))
  expect(status).toBeNull()
})

test('a name that resolves to a private address is not called, even if it also resolves to public ones', async () => {
  await using receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const guarded = (addresses: readonly string[]) => {
    const lookups: string[] = []
    const call = createSend({
      allowPrivate: false,
      version: '1',
      clock,
      resolve: (name, done) => {
        lookups.push(name)
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )
      },
    })
    return { lookups, call }
  }
  const rebound = guarded(['93.184.216.34', '127.0.0.1'])
  expect(await rebound.call(to(`https://app.example:${port}/`))).toEqual({
    status: null,
    problem: 'The host is not at a public address',
  })
  // once: the checked address is the one connected to
  expect(rebound.lookups).toEqual(['app.example'])
  expect(await guarded(['127.0.0.1']).call(to(receiver.url))).toEqual({
    status: null,
    problem: 'It must begin with https://',
  })
  expect(receiver.received).toEqual([])
})
