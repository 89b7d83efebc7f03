/**
 * Bodies arrive as text and are parsed by the handler's side, after the caller is known: 401 comes before a complaint
 * about the body (docs/rules/requests.md#refusals).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooDeep, invalid } from './errors.ts'
import { parseJson } from './json.ts'

export function installBodyParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
}

/** The parsed body, or `undefined` for none. @throws Invalid for what is no JSON; TooDeep */
export function readBody(request: FastifyRequest): unknown {
  const { body } = request
  if (typeof body !== 'string') return body ?? undefined
  if (body.trim() === '') return undefined
  try {
    return parseJson(body)
  } catch (error) {
    if (error instanceof TooDeep) throw error
    throw invalid(['body'], 'Must be well-formed JSON', 'json_invalid')
  }
}
