/**
 * Bounds on connections (docs/rules/requests.md#connections): a client that sends or reads slowly, or does nothing at
 * all, holds a socket and memory before anybody knows who it is.
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
/** Sockets of one process; streams and waits are a few thousand of them. */
const CONNECTIONS_MAX = 20_000
/** Idle connections are ended to keep so many free for new ones. */
const CONNECTIONS_FREE = 4000

/**
 * Node ends what takes longer: a request's headers, its headers and body, and a connection between two requests; one
 * that takes nothing of its answer is ended below.
 */
export const CONNECTION_TIMEOUTS = {
  requestTimeout: 30_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 75_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: SWEEP_MS },
} satisfies FastifyHttpOptions<Server>

interface Connection {
  readonly socket: Socket
  /** When it was made, or its latest request began. */
  since: number
  /** Whose headers are there, until its answer is sent. */
  request: IncomingMessage | undefined
  isBetweenRequests: boolean
  /** Who sent the latest request, by what a trusted proxy says; null for nobody that can be named. */
  address: string | null | undefined
  /** Since when some of an answer waits for the client to take it. */
  unreadSince: number | undefined
}

interface Deps {
  readonly clock: Clock
  /** Whether all connections may come from one address, a proxy's. */
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
      // a pipelined one may have begun
      if (connection.request !== request.raw) return
      Object.assign(connection, { request: undefined, isBetweenRequests: true })
    })
  })
  // nothing was sent or taken for a while; a stream or a wait that has nothing to say stays
  server.server.on('timeout', (socket: Socket) => {
    const isWaiting = socket.writableLength === 0 && connections.get(socket)?.request?.complete === true
    if (!isWaiting) socket.destroy()
  })

  const timer = setInterval(() => endExcess([...connections.values()], clock.now()), SWEEP_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Ends the newest slow connections and the longest idle ones of an address, beyond its limits. */
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
      // to end it costs its client a new connection and nothing else
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

/** Whether a request isn't complete, or its answer not taken, for a while. What waits or streams isn't slow. */
function isSlow({ since, request, isBetweenRequests, unreadSince }: Connection, now: number): boolean {
  const slowSince = isBetweenRequests || request?.complete === true ? unreadSince : since
  return slowSince !== undefined && now - slowSince > SLOW_REQUEST_MS
}

function countIn(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}
