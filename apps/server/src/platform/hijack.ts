import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Takes the answer away from Fastify, for a handler that writes it itself. The raw response has the headers set so far,
 * those that all our answers have; Fastify would leave them out.
 */
export function hijack(reply: FastifyReply): ServerResponse {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  return reply.raw
}
