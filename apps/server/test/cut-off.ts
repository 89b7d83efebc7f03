/** Calls over MCP on connections of their own, whose client can die before it reads the answer. */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface CutOffCall {
  /** Dies; what it hasn't read is lost, and the server's side of the connection reset. */
  die(): Promise<void>
}

/** Sends a JSON-RPC message and reads nothing. Resolves when it is sent. */
export async function callWithoutReading(url: string, body: unknown, token: string): Promise<CutOffCall> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  // before it is connected: otherwise it would read ahead
  socket.pause()
  socket.on('error', () => {})
  await once(socket, 'connect')
  const text = JSON.stringify(body)
  const head = [
    'POST /mcp HTTP/1.1',
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `content-length: ${Buffer.byteLength(text)}`,
  ]
  await new Promise<void>((resolve, reject) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`, (error) => (error ? reject(error) : resolve()))
  })
  return {
    async die() {
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    },
  }
}
