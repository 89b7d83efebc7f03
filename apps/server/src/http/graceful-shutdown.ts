/** Closes the server's connections in order: requests in flight are answered first, within a grace period. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A slower answer is cut off; its client retries with the same idempotency key. */
const GRACE_MS = 5000

export function installGracefulShutdown(server: FastifyInstance, endStreams: () => void): void {
  // Node doesn't count a connection that was never used as idle, and would wait for it
  const unused = new Set<Socket>()
  server.server.on('connection', (socket) => {
    unused.add(socket)
    socket.on('close', () => unused.delete(socket))
  })
  server.server.on('request', (request) => unused.delete(request.socket))

  let grace: NodeJS.Timeout | undefined
  server.addHook('preClose', async () => {
    endStreams()
    for (const socket of unused) socket.destroy()
    grace = setTimeout(() => server.server.closeAllConnections(), GRACE_MS)
  })
  server.addHook('onClose', async () => clearTimeout(grace))
}
