/** The metadata of the MCP endpoint, with its authorization server (RFC 9728). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AGENT_SCOPES } from '@flockwork/contract/policy/scopes'
import { NotFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/mount.ts'
import { resourceAt } from '../library/resources.ts'
import { addressOf, answerPreflight, allowAnyOrigin, type OauthRouteDeps } from './http.ts'

const ROOT = '/.well-known/oauth-protected-resource'

export function metadataApi({ server }: Api, deps: OauthRouteDeps): void {
  const answer = async (request: FastifyRequest<{ Params: { handle?: string } }>, reply: FastifyReply) => {
    const address = addressOf(request, deps)
    const resource = resourceAt(address, request.params.handle)
    if (resource === undefined) throw new NotFound('No such resource')
    return allowAnyOrigin(reply).send({
      resource,
      authorization_servers: [address],
      scopes_supported: AGENT_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Flockwork',
    })
  }
  for (const path of [ROOT, `${ROOT}/mcp`, `${ROOT}/mcp/agents/:handle`]) {
    server.get(path, answer)
    server.options(path, async (_request, reply) => answerPreflight(reply, 'GET'))
  }
}
