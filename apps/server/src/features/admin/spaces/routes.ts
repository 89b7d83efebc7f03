import { adminSpaceRoutes as routes } from '@flockwork/contract/admin/spaces'
import { mount, type Api } from '../../../platform/mount.ts'
import type { AdminServices } from '../services.ts'
import { listOrganizations } from './spaces.ts'

export function spacesApi(api: Api, services: AdminServices): void {
  mount(api, routes.list, ({ query }) => listOrganizations(services, query))
}
