/** What the web side of OAuth is given, and what its parts share. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownAddress } from '../../platform/address.ts'
import { BadOrigin } from '../../platform/errors.ts'
import type { RequestLimits } from '../../platform/rate-limit.ts'
import type { AgentServices } from '../agents/index.ts'
import type { GrantDeps } from './grants.ts'
import type { ProviderAt } from './providers.ts'

export interface OauthWeb extends GrantDeps {
  readonly agents: AgentServices
  readonly limits: RequestLimits
  readonly providerAt: ProviderAt
  readonly publicUrl: string | null
}

/** Programs in the pages of any site may read this answer: it holds nothing of the visitor's. */
export function openToAll(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*')
}

export function answerPreflight(reply: FastifyReply, methods: string): FastifyReply {
  return openToAll(reply)
    .code(204)
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
      'access-control-max-age': '3600',
    })
    .send()
}

/** @throws BadOrigin for a name that isn't known to be ours. */
export function addressOf(request: FastifyRequest, { publicUrl }: Pick<OauthWeb, 'publicUrl'>): string {
  const address = ownAddress(request, publicUrl)
  if (address === undefined) throw new BadOrigin()
  return address
}
