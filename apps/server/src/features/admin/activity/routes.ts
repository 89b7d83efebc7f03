import { adminActivityRoutes as routes } from '@flockwork/contract/admin/activity'
import { mount, type Api } from '../../../platform/mount.ts'
import type { AdminServices } from '../services.ts'
import { listActivity } from './activity.ts'

export function activityApi(api: Api, services: AdminServices): void {
  mount(api, routes.list, ({ query }) => listActivity(services, query))
}
