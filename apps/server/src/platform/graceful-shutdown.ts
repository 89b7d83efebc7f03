/** Ends the server's connections in good order: what is being answered is finished, the rest is closed. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** An answer that takes longer than this to finish is cut; its client asks again under the same key. */
const GRACE_MS = 5000

export function installGracefulShutdown(server: FastifyInstance, endStreams: () => void): void {
  // opened but never used: such a connection isn't idle for node, and a close would wait for it
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
