/** Administrators' calls about the agents of the instance. */
import { adminAgentRoutes } from '@flockwork/contract/admin/agents'
import { adminControlRoutes } from '@flockwork/contract/admin/control'
import { mount, type Api } from '../../../platform/mount.ts'
import type { AdminServices } from '../services.ts'
import { listAgents, readDetails } from './agents.ts'

export function agentsControlApi(api: Api, services: AdminServices): void {
  mount(api, adminAgentRoutes.list, ({ query }) => listAgents(services, query))
  mount(api, adminAgentRoutes.details, ({ actor, params }) => readDetails(services, actor, params.id))
  mount(api, adminControlRoutes.gateway, () => services.gatewayState())
}
