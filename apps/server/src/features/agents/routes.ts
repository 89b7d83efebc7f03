import { agentRoutes as routes } from '@flockwork/contract/agents'
import { agentTokenRoutes } from '@flockwork/contract/agent-tokens'
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
  mount(api, routes.register, ({ actor, body, once }) => registerAgent(services, actor, body, once))
  mount(api, summaryRoutes.find, ({ actor, query }) =>
    findByHandle(services, actor, { handle: query.handle, preferred: query.org_id ?? actor.currentSpaceId }),
  )
  mount(api, routes.get, ({ actor, params }) => getAgent(services, actor, params.id))
  mount(api, routes.update, ({ actor, params, body, once }) =>
    updateAgent(services, actor, params.id, body, once),
  )
  mount(api, routes.remove, ({ actor, params, once }) => services.deleteAgent(actor, params.id, once))
  mount(api, routes.regenerateToken, ({ actor, params: { id }, body, once }) =>
    regenerateToken(services, actor, { id, name: body?.name }, once),
  )
  mount(api, routes.config, ({ actor, params: { id }, once }) =>
    issueConfig(services, actor, { id, name: null }, once),
  )
  mount(api, agentTokenRoutes.create, ({ actor, params: { id }, body, once }) =>
    issueConfig(services, actor, { id, name: body?.name }, once),
  )
  mount(api, routes.tokens, async ({ actor, params }) => ({
    tokens: await listTokens(services, actor, params.id),
  }))
  mount(api, routes.revokeToken, ({ actor, params: { id, token_id: tokenId }, once }) =>
    revokeToken(services, actor, { id, tokenId }, once),
  )
  mount(api, summaryRoutes.summary, ({ actor, params: { id }, query }) =>
    summarizeAgent(services, actor, { id, spaceId: query.space_id }),
  )
  mount(api, summaryRoutes.userSummary, ({ actor, params: { id }, query }) =>
    summarizeUser(services, actor, { id, spaceId: query.space_id }),
  )
}
