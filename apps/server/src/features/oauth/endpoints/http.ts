/** The dependencies of the endpoints, and their cross-origin headers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownOrigin } from '../../../platform/address.ts'
import { BadOrigin } from '../../../platform/errors.ts'
import type { RequestLimits } from '../../../platform/rate-limit.ts'
import type { CountIssue } from '../../auth/index.ts'
import type { AgentServices } from '../../agents/index.ts'
import type { GrantDeps } from '../grants/grants.ts'
import type { OtherNotices } from '../grants/notices.ts'
import type { ProviderAt } from '../library/provider.ts'

export interface OauthRouteDeps extends GrantDeps, OtherNotices {
  readonly agents: AgentServices
  readonly limits: RequestLimits
  readonly countIssue: CountIssue
  readonly providerAt: ProviderAt
  readonly publicUrl: string | null
}

/** Lets pages of any site read this answer, which contains nothing about the visitor. */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*')
}

export function answerPreflight(reply: FastifyReply, methods: string): FastifyReply {
  return allowAnyOrigin(reply)
    .code(204)
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
      'access-control-max-age': '3600',
    })
    .send()
}

/** This instance's URL as the caller used it. @throws BadOrigin for a name that isn't ours. */
export function addressOf(request: FastifyRequest, { publicUrl }: Pick<OauthRouteDeps, 'publicUrl'>): string {
  const address = ownOrigin(request, publicUrl)
  if (address === undefined) throw new BadOrigin()
  return address
}
