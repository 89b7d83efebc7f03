/** Administrators' calls about violations of the guardrails: `/api/admin/violations`. */
import { adminViolationRoutes as routes } from '@flockwork/contract/admin/violations'
import { mount, type Api } from '../../../platform/mount.ts'
import type { AdminServices } from '../services.ts'
import { listViolations, resolve } from './violations.ts'

export function violationsApi(api: Api, services: AdminServices): void {
  mount(api, routes.list, ({ query }) => listViolations(services, query))
  mount(api, routes.resolve, ({ actor, params, once }) => resolve(services, actor, params.id, once))
}
