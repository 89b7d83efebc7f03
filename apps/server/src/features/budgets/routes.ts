import { budgetRoutes as routes } from '@flockwork/contract/budgets'
import { mount, type Api } from '../../platform/mount.ts'
import type { BudgetServices } from './leases.ts'
import { readBudget, reportUsage, setCap } from './usage.ts'

export function budgetsApi(api: Api, services: BudgetServices): void {
  mount(api, routes.report, ({ actor, body, once }) => reportUsage(services, actor, body, once))
  mount(api, routes.budget, ({ params }) => readBudget(services, params))
  mount(api, routes.setCap, ({ actor, params, body, once }) => setCap(services, actor, params, body, once))
}
