/** Bodies are taken as text; `mount` reads the JSON after it knows who calls (docs/rules/requests.md#refusals). */
import type { FastifyInstance } from 'fastify'

export function installBodyParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
}
