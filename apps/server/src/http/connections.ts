/**
 * Bounds on connections (docs/rules/requests.md#connections): a client that sends slowly, or nothing at all, holds a
 * socket and memory before anybody knows who it is.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { SLOW_CONNECTIONS_PER_ADDRESS, SLOW_REQUEST_MS } from '@flockwork/contract/limits'
import { callerIp, limitedAddress } from '../platform/address.ts'
import type { Clock } from '../platform/clock.ts'

const SWEEP_MS = 1000
/** Sockets of one process; streams and waits are a few thousand of them. */
const CONNECTIONS_MAX = 20_000

/** Node ends what takes longer: a request's headers, its headers and body, and a connection between two requests. */
export const CONNECTION_TIMEOUTS = {
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: SWEEP_MS },
} satisfies FastifyHttpOptions<Server>

interface Connection {
  readonly socket: Socket
  /** When it was made, or its latest request began. */
  since: number
  /** The latest request whose headers are there, and who sent it by what a trusted proxy says. */
  request: IncomingMessage | undefined
  address: string | null | undefined
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
    connections.set(socket, { socket, since: clock.now(), request: undefined, address })
    socket.once('close', () => connections.delete(socket))
  })
  server.addHook('onRequest', async (request) => {
    const connection = connections.get(request.raw.socket)
    const latest = { since: clock.now(), request: request.raw, address: callerIp(request) }
    if (connection !== undefined) Object.assign(connection, latest)
  })

  const timer = setInterval(() => endSlow(connections.values(), clock.now() - SLOW_REQUEST_MS), SWEEP_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Ends the newest of an address's connections whose requests are incomplete since `before`, beyond its limit. */
function endSlow(connections: Iterable<Connection>, before: number): void {
  const slow = new Map<string, number>()
  for (const { socket, since, request, address } of connections) {
    // a complete request is answered, waits, or streams, which its caller's limits bound
    if (address === undefined || since > before || request?.complete === true) continue
    const key = limitedAddress(address)
    const count = (slow.get(key) ?? 0) + 1
    slow.set(key, count)
    if (count > SLOW_CONNECTIONS_PER_ADDRESS) socket.destroy()
  }
}
