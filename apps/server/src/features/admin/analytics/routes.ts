import { adminAnalyticsRoutes as routes } from '@flockwork/contract/admin/analytics'
import { adminModelUseRoutes } from '@flockwork/contract/admin/model-use'
import { mount, type Api } from '../../../platform/mount.ts'
import { readModelUse } from './model-use.ts'
import type { AdminServices } from '../services.ts'
import { readAnalytics } from './analytics.ts'

export function analyticsApi(api: Api, services: AdminServices): void {
  mount(api, routes.read, ({ query }) => readAnalytics(services, query.days))
  mount(api, adminModelUseRoutes.read, () => readModelUse(services))
}
