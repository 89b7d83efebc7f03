/** Where a program learns which authorization server the MCP endpoint trusts (RFC 9728). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AGENT_SCOPES } from '@flockwork/contract/policy/scopes'
import { NotFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/mount.ts'
import { resourceAt } from './resources.ts'
import { addressOf, answerPreflight, openToAll, type OauthWeb } from './web.ts'

const ROOT = '/.well-known/oauth-protected-resource'

export function metadataApi({ server, authGuard }: Api, web: OauthWeb): void {
  const answer = async (request: FastifyRequest<{ Params: { handle?: string } }>, reply: FastifyReply) => {
    authGuard.checkAddressLimit(request)
    const address = addressOf(request, web)
    const resource = resourceAt(address, request.params.handle)
    if (resource === undefined) throw new NotFound('No such resource')
    return openToAll(reply).send({
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
