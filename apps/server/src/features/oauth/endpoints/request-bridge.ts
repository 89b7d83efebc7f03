/** Turns a Fastify request into one for the OAuth library, which is itself a web server. */
import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

export interface BridgedRequest {
  /** Where the browser or program reached us, before any proxy. */
  readonly address: string
  readonly url: string
  readonly body: string | undefined
}

/** The same request with another URL or body. */
export function bridgeRequest(
  { raw }: FastifyRequest,
  { address, url, body }: BridgedRequest,
): IncomingMessage {
  const request = new IncomingMessage(raw.socket)
  const { 'transfer-encoding': _chunked, 'content-length': _length, ...headers } = raw.headers
  const bytes = body === undefined ? undefined : Buffer.from(body)
  request.method = raw.method
  request.url = url
  const { host, protocol } = new URL(address)
  request.headers = {
    ...headers,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(bytes !== undefined && { 'content-length': String(bytes.length) }),
  }
  request.httpVersion = raw.httpVersion
  // already complete, so that its end doesn't close the connection
  request.complete = true
  if (bytes !== undefined) request.push(bytes)
  request.push(null)
  return request
}
