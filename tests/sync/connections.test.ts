/** Limits for connections whose clients send or read slowly, or are idle (docs/rules/requests.md#connections). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { IDLE_CONNECTIONS_PER_ADDRESS, SLOW_CONNECTIONS_PER_ADDRESS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually } from '../../apps/server/test/calls.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { openStream } from '../../apps/server/test/stream.ts'

const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'
const INCOMPLETE =
  'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'
/** More than the buffers of a connection hold. */
const MUCH = 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40)

interface Clients extends AsyncDisposable {
  readonly sockets: readonly Socket[]
}

/** Opens a connection for each text, sends the text, and reads nothing. */
async function connectMany(serverUrl: string, texts: readonly string[]): Promise<Clients> {
  const { hostname, port } = new URL(serverUrl)
  const sockets: Socket[] = []
  for (const text of texts) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    if (text !== '') socket.write(text)
  }
  return {
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The server's sockets of requests with this path. */
function serverEnds(path: string): { readonly sockets: Set<Socket>; [Symbol.dispose](): void } {
  const sockets = new Set<Socket>()
  const note = (message: unknown) => {
    const { request } = message as { request: { url: string; socket: Socket } }
    if (request.url.startsWith(path)) sockets.add(request.socket)
  }
  subscribe('http.server.request.start', note)
  return { sockets, [Symbol.dispose]: () => void unsubscribe('http.server.request.start', note) }
}

const closedOf = (sockets: Iterable<Socket>) => [...sockets].filter(({ closed }) => closed).length

test('200 connections with unfinished requests stay open per address', async () => {
  await using server = await startServer({ own: true })
  const texts = Array.from({ length: SLOW_CONNECTIONS_PER_ADDRESS + 30 }, (_, index) =>
    // some have sent nothing yet
    index % 3 === 0 ? '' : INCOMPLETE,
  )
  await using clients = await connectMany(server.url, texts)

  server.moveClock(6000)
  const ended = await eventually(
    async () => closedOf(clients.sockets),
    (count) => count >= 30,
  )

  expect(ended).toBe(30)
  expect((await call(server.url, 'GET', '/healthz')).status).toBe(200)
})

test('500 idle connections stay open per address, the most recently used ones', async () => {
  await using server = await startServer({ own: true })
  await using first = await connectMany(
    server.url,
    Array.from({ length: 5 }, () => HEALTH),
  )
  for (const socket of first.sockets) socket.resume()
  server.moveClock(1000)
  await using later = await connectMany(
    server.url,
    Array.from({ length: IDLE_CONNECTIONS_PER_ADDRESS }, () => HEALTH),
  )
  for (const socket of later.sockets) socket.resume()

  await eventually(
    async () => closedOf(first.sockets),
    (count) => count === 5,
  )

  expect(closedOf(later.sockets)).toBe(0)
})

test("a connection whose client doesn't read its response counts as one with an unfinished request", async () => {
  await using server = await startServer({ own: true })
  using ends = serverEnds('/api/openapi.json')
  const unread = [MUCH, MUCH, MUCH]
  const incomplete = Array.from({ length: SLOW_CONNECTIONS_PER_ADDRESS - 1 }, () => INCOMPLETE)
  await using clients = await connectMany(server.url, [...incomplete, ...unread])
  await eventually(
    async () => [...ends.sockets].filter(({ writableLength }) => writableLength > 0).length,
    (waiting) => waiting === unread.length,
  )

  const ended = await eventually(
    async () => {
      // only a sweep notices since when they have read nothing
      server.moveClock(3000)
      return closedOf(ends.sockets)
    },
    (closed) => closed >= 2,
  )

  expect([ended, closedOf(clients.sockets)]).toEqual([2, 0])
})

test("a client that doesn't read its response is disconnected in time, but not one that waits or streams", async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  using unread = serverEnds('/api/openapi.json')
  using streaming = serverEnds('/api/sse')
  await using clients = await connectMany(server.url, [MUCH])
  const stream = await openStream(server.url, { token: ana.token(), spaceId: ana.spaceId() })
  await using _stream = stream
  await stream.next(({ event }) => event === 'bootstrap')
  expect(clients.sockets).toHaveLength(1)
  await eventually(
    async () => [...unread.sockets].some(({ writableLength }) => writableLength > 0),
    (isWaiting) => isWaiting,
  )
  const [reader] = [...unread.sockets]
  const [streamed] = [...streaming.sockets]
  expect([reader?.timeout, streamed?.timeout]).toEqual([30_000, 30_000])

  const timedOut = [reader, streamed].map((socket) => once(socket as Socket, 'timeout'))
  reader?.setTimeout(10)
  streamed?.setTimeout(10)
  await Promise.all(timedOut)

  expect([reader?.destroyed, streamed?.destroyed]).toEqual([true, false])
})
