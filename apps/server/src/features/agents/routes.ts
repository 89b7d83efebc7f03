import { agentRoutes as routes } from '@flockwork/contract/agents'
import { summaryRoutes } from '@flockwork/contract/summaries'
import { mount, type Api } from '../../platform/mount.ts'
import type { AgentServices } from './services.ts'
import { updateAgent } from './changing/edit.ts'
import { getAgent, listAgents } from './reading/agents.ts'
import { registerAgent } from './changing/register.ts'
import { findByHandle, summarizeAgent, summarizeUser } from './reading/summaries.ts'
import { issueConfig, listTokens, regenerateToken, revokeToken } from './tokens/service.ts'

export function agentsApi(api: Api, services: AgentServices): void {
  mount(api, routes.list, async ({ actor, query }) => ({
    agents: await listAgents(services, actor, query.org_id),
  }))
  mount(api, routes.register, ({ actor, body, storeKey }) => registerAgent(services, actor, body, storeKey))
  mount(api, summaryRoutes.find, ({ actor, query }) =>
    findByHandle(services, actor, { handle: query.handle, preferred: query.org_id ?? actor.currentSpaceId }),
  )
  mount(api, routes.get, ({ actor, params }) => getAgent(services, actor, params.id))
  mount(api, routes.update, ({ actor, params, body, storeKey }) =>
    updateAgent(services, actor, params.id, body, storeKey),
  )
  mount(api, routes.remove, ({ actor, params, storeKey }) => services.deleteAgent(actor, params.id, storeKey))
  mount(api, routes.regenerateToken, ({ actor, params, storeKey }) =>
    regenerateToken(services, actor, params.id, storeKey),
  )
  mount(api, routes.config, ({ actor, params }) => issueConfig(services, actor, params.id))
  mount(api, routes.tokens, async ({ actor, params }) => ({
    tokens: await listTokens(services, actor, params.id),
  }))
  mount(api, routes.revokeToken, ({ actor, params: { id, token_id: tokenId }, storeKey }) =>
    revokeToken(services, actor, { id, tokenId }, storeKey),
  )
  mount(api, summaryRoutes.summary, ({ actor, params: { id }, query }) =>
    summarizeAgent(services, actor, { id, spaceId: query.space_id }),
  )
  mount(api, summaryRoutes.userSummary, ({ actor, params: { id }, query }) =>
    summarizeUser(services, actor, { id, spaceId: query.space_id }),
  )
}
