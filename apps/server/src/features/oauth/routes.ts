/** OAuth for agents' programs: endpoints, metadata, and people's consent. */
import type { FastifyRequest } from 'fastify'
import { DEVICE_CODES_TRIED_PER_PERSON, LOGIN_THROTTLE_WINDOW_MS } from '@flockwork/contract/limits'
import { accountRoutes } from '@flockwork/contract/account'
import { oauthRoutes as routes } from '@flockwork/contract/oauth'
import { mount, type Api } from '../../platform/mount.ts'
import type { Limit } from '../../platform/rate-limit.ts'
import type { Actor, AgentActor } from '../../platform/actor.ts'
import { originOf } from '../../platform/address.ts'
import { Forbidden } from '../../platform/errors.ts'
import { revokeOwnToken } from '../agents/index.ts'
import { issueByGrant } from './grants/agent-tokens.ts'
import { decide, readConsent } from './consent/consent.ts'
import { decideDevice, readDevice } from './consent/device.ts'
import { disconnect, listApps } from './grants/grants.ts'
import { listNotices } from './grants/notices.ts'
import { mountProgramEndpoints } from './endpoints/programs.ts'
import { metadataApi } from './endpoints/metadata.ts'
import { requestIdOf } from './library/provider.ts'
import { addressOf, type OauthRouteDeps } from './endpoints/http.ts'

// never scaled: protects against guessing
const DEVICE_CODES: Limit = {
  name: 'device-codes',
  max: DEVICE_CODES_TRIED_PER_PERSON,
  windowMs: LOGIN_THROTTLE_WINDOW_MS,
}

export function oauthApi(api: Api, deps: OauthRouteDeps): void {
  mountDecisions(api, deps)
  mountConnectedApps(api, deps)
  mountAgentTokens(api, deps)
  metadataApi(api, deps)
  void api.server.register(async (scope) => mountProgramEndpoints(scope, deps))
}

function mountDecisions(api: Api, deps: OauthRouteDeps): void {
  const openRequest = async (request: FastifyRequest, uid: string) => {
    const provider = await deps.providerAt(addressOf(request, deps))
    return { provider, uid, cookie: requestIdOf(provider, request.raw) }
  }
  mount(api, routes.consent, async ({ actor, params, request }) =>
    readConsent(deps, actor, await openRequest(request, params.uid)),
  )
  mount(api, routes.decide, async ({ actor, params, body, request }) => ({
    continue_at: await decide(deps, actor, await openRequest(request, params.uid), body),
  }))

  const deviceRequest = async (request: FastifyRequest, accountId: string, userCode: string) => {
    deps.limits.consume(DEVICE_CODES, accountId)
    return { provider: await deps.providerAt(addressOf(request, deps)), userCode }
  }
  mount(api, routes.device, async ({ actor, body, request }) =>
    readDevice(deps, actor, await deviceRequest(request, actor.accountId, body.user_code)),
  )
  mount(api, routes.decideDevice, async ({ actor, body, request }) =>
    decideDevice(deps, actor, await deviceRequest(request, actor.accountId, body.user_code), body),
  )
}

function mountAgentTokens(api: Api, { agents }: OauthRouteDeps): void {
  mount(api, routes.createAgentToken, ({ actor, body, request, once }) =>
    issueByGrant(agents, agentOf(actor), { from: originOf(request), name: body?.name }, once),
  )
  mount(api, routes.revokeOwnToken, ({ actor, once }) => revokeOwnToken(agents, agentOf(actor), once))
}

/** @throws Forbidden for a person. */
function agentOf(actor: Actor): AgentActor {
  if (actor.kind !== 'agent') throw new Forbidden('Only an agent may call this')
  return actor
}

function mountConnectedApps(api: Api, deps: OauthRouteDeps): void {
  mount(api, routes.connectedApps, async ({ actor }) => ({ apps: await listApps(deps, actor.accountId) }))
  mount(api, accountRoutes.notices, async ({ actor }) => ({ notices: await listNotices(deps, actor) }))
  mount(api, routes.disconnect, ({ actor, params, once }) => disconnect(deps, actor, params.id, once))
}
