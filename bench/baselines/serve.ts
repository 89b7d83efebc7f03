/** The minimal HTTP server around a baseline: one endpoint to post to and one to read from. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PostBody } from './event.ts'

export interface Baseline {
  /** Stores or forwards a post. @returns the response to its poster */
  post(body: PostBody, key: string): Promise<object>
  stream?(request: IncomingMessage, response: ServerResponse): void
}

/** A baseline that handles its requests itself. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export function serve(baseline: Baseline | Handler): void {
  const server = createServer(typeof baseline === 'function' ? baseline : handlerOf(baseline))
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}.\n`)
  })
}

function handlerOf({ post, stream }: Baseline): Handler {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = String(request.headers['idempotency-key'])
    const body = JSON.parse(await textOf(request)) as PostBody
    const text = JSON.stringify({ message: await post(body, key) })
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  }

  return (request, response) => {
    if (request.method === 'GET') {
      stream?.(request, response)
      return
    }
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      response.writeHead(500).end()
    })
  }
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => resolve(text))
    request.on('error', reject)
  })
}
