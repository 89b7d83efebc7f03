/** A receiver of webhooks on loopback, which answers as a test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** Every request so far. */
  readonly received: Received[]
  /** How the next ones are answered; 204 by default. */
  answer: (response: ServerResponse, request: Received) => void
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      received.push(one)
      receiver.answer(response, one)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return receiver
}
