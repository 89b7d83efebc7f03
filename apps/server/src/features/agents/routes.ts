import { agentRoutes as routes } from '@flockwork/contract/agents'
import { mount, type Api } from '../../platform/mount.ts'
import * as service from './service.ts'

export function agentsApi(api: Api, services: service.AgentServices): void {
  mount(api, routes.list, async ({ actor, query }) => ({
    agents: await service.listAgents(services, actor, query.org_id),
  }))
  mount(api, routes.register, ({ actor, body, keep }) => service.registerAgent(services, actor, body, keep))
  mount(api, routes.get, ({ actor, params }) => service.getAgent(services, actor, params.id))
  mount(api, routes.regenerateToken, ({ actor, params, keep }) =>
    service.regenerateToken(services, actor, params.id, keep),
  )
}
