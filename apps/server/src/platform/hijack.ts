import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Hijacks the reply, for a handler that writes the raw response itself. It copies the headers set so far,
 * those that all our answers have, which Fastify would leave out.
 */
export function hijack(reply: FastifyReply): ServerResponse {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  return reply.raw
}
