/**
 * Limits connections (docs/rules/requests.md#connections): a client that sends or reads slowly, or does nothing at
 * all, occupies a socket and memory before it is authenticated.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import {
  IDLE_CONNECTIONS_PER_ADDRESS,
  SLOW_CONNECTIONS_PER_ADDRESS,
  SLOW_REQUEST_MS,
} from '@flockwork/contract/limits'
import { callerIp, limitedAddress } from '../platform/address.ts'
import type { Clock } from '../platform/clock.ts'

const SWEEP_MS = 1000
/** Sockets of one process; a few thousand of them are streams and waits. */
const CONNECTIONS_MAX = 20_000
/** Idle connections are closed to leave this many free for new ones. */
const CONNECTIONS_FREE = 4000

/**
 * Node's own timeouts: for a request's headers, its headers and body, and an idle keep-alive connection. A connection
 * that reads nothing of its answer is closed below.
 */
export const CONNECTION_TIMEOUTS = {
  requestTimeout: 30_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 75_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: SWEEP_MS },
} satisfies FastifyHttpOptions<Server>

interface Connection {
  readonly socket: Socket
  /** When it was opened, or its latest request began. */
  since: number
  /** The request in flight: from its headers to the end of its answer. */
  request: IncomingMessage | undefined
  isBetweenRequests: boolean
  /** The caller's address in the latest request, as a trusted proxy names it; null if unknown. */
  address: string | null | undefined
  /** Since when a part of an answer waits for the client to read it. */
  unreadSince: number | undefined
}

interface Deps {
  readonly clock: Clock
  /** Whether all connections may come from one address, the proxy's. */
  readonly isBehindProxy: boolean
}

export function installConnectionBounds(server: FastifyInstance, { clock, isBehindProxy }: Deps): void {
  const connections = new Map<Socket, Connection>()
  server.server.maxConnections = CONNECTIONS_MAX
  server.server.on('connection', (socket: Socket) => {
    const address = isBehindProxy ? undefined : socket.remoteAddress
    const state = { request: undefined, isBetweenRequests: false, unreadSince: undefined }
    connections.set(socket, { socket, since: clock.now(), address, ...state })
    socket.once('close', () => connections.delete(socket))
  })
  server.addHook('onRequest', async (request, { raw: response }) => {
    const connection = connections.get(request.raw.socket)
    if (connection === undefined) return
    const latest = { since: clock.now(), request: request.raw, isBetweenRequests: false }
    Object.assign(connection, latest, { address: callerIp(request) })
    response.once('close', () => {
      // a pipelined request may have begun
      if (connection.request !== request.raw) return
      Object.assign(connection, { request: undefined, isBetweenRequests: true })
    })
  })
  // nothing was sent or read for a while; a quiet stream or wait stays open
  server.server.on('timeout', (socket: Socket) => {
    const isWaiting = socket.writableLength === 0 && connections.get(socket)?.request?.complete === true
    if (!isWaiting) socket.destroy()
  })

  const timer = setInterval(() => endExcess([...connections.values()], clock.now()), SWEEP_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Closes an address's newest slow connections and longest idle ones, beyond its limits. */
function endExcess(connections: readonly Connection[], now: number): void {
  const slow = new Map<string, number>()
  const idle = new Map<string, number>()
  const allIdle: Connection[] = []
  for (const connection of connections) {
    const { socket, address } = connection
    connection.unreadSince = socket.writableLength === 0 ? undefined : (connection.unreadSince ?? now)
    if (address === undefined) continue
    const key = limitedAddress(address)
    if (isSlow(connection, now)) {
      if (countIn(slow, key) > SLOW_CONNECTIONS_PER_ADDRESS) socket.destroy()
    } else if (connection.isBetweenRequests && connection.unreadSince === undefined) {
      // closing it costs its client only a new connection
      countIn(idle, key)
      allIdle.push(connection)
    }
  }

  let excess = connections.length - (CONNECTIONS_MAX - CONNECTIONS_FREE)
  for (const { socket, address } of allIdle.toSorted((one, other) => one.since - other.since)) {
    const key = limitedAddress(address ?? null)
    const count = idle.get(key) ?? 0
    if (excess <= 0 && count <= IDLE_CONNECTIONS_PER_ADDRESS) continue
    idle.set(key, count - 1)
    excess -= 1
    socket.destroy()
  }
}

/** Whether a request has long been incomplete, or its answer unread. Waits and streams aren't slow. */
function isSlow({ since, request, isBetweenRequests, unreadSince }: Connection, now: number): boolean {
  const slowSince = isBetweenRequests || request?.complete === true ? unreadSince : since
  return slowSince !== undefined && now - slowSince > SLOW_REQUEST_MS
}

function countIn(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}
