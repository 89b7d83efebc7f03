/** Administrators' calls about inconsistencies: `/api/admin/database`. */
import { adminHealthRoutes as routes } from '@flockwork/contract/admin/health'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { mount, type Api } from '../../../platform/mount.ts'
import type { AdminServices } from '../services.ts'
import { readHealth } from './health.ts'
import { createPersonalSpaces, repair } from './repair.ts'

export function healthApi(api: Api, services: AdminServices): void {
  mount(api, routes.health, () => readHealth({ db: services.background }))
  mount(api, routes.fix, ({ actor, body, once }) => repair(services, actor, body.type, once))
  mount(api, adminPeopleRoutes.bulkCreateOrgs, ({ actor, once }) =>
    createPersonalSpaces(services, actor, once),
  )
}
