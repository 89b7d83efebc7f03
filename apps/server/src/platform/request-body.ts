/**
 * Bodies arrive as bytes and are parsed after authentication: 401 comes before a complaint
 * about the body (docs/rules/requests.md#refusals).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooDeep, invalid } from './errors.ts'
import { parseJson } from './json.ts'
import { decodeBody } from './utf8.ts'

export function installBodyParser(server: FastifyInstance): void {
  acceptBodies(server, 'application/json')
}

/** Accepts bodies of this content type only, as bytes for `bodyText`. */
export function acceptBodies(
  server: FastifyInstance,
  type: string,
  bodyLimit = server.initialConfig.bodyLimit,
): void {
  server.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) } as const
  server.addContentTypeParser(type, options, (_request, body, done) => done(null, body))
}

/** The text of the body, or `undefined` for none. @throws NotUtf8 */
export function bodyText({ body }: Pick<FastifyRequest, 'body'>): string | undefined {
  return Buffer.isBuffer(body) ? decodeBody(body) : undefined
}

/** The parsed body, or `undefined` for none. @throws Invalid for invalid JSON; TooDeep, NotUtf8 */
export function readBody(request: FastifyRequest): unknown {
  const text = bodyText(request)
  if (text === undefined || text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof TooDeep) throw error
    throw invalid(['body'], 'Must be well-formed JSON', 'json_invalid')
  }
}
