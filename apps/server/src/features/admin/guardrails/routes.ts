/** Administrators' calls about the rules of the guardrails: `/api/admin/guardrails`. */
import { adminGuardrailRoutes as routes } from '@flockwork/contract/admin/guardrails'
import { mount, type Api } from '../../../platform/mount.ts'
import {
  addPattern,
  changePattern,
  changeRules,
  readRules,
  removePattern,
  tryText,
} from '../../guardrails/index.ts'
import type { AdminServices } from '../services.ts'

export function guardrailsApi(api: Api, { db, clock, bus, guardrails }: AdminServices): void {
  const services = { db, clock, bus }
  mount(api, routes.settings, () => readRules(services))
  mount(api, routes.change, ({ actor, body, once }) => changeRules(services, actor, body.rules, once))
  mount(api, routes.addPattern, ({ actor, body, once }) => addPattern(services, actor, body, once))
  mount(api, routes.changePattern, ({ actor, params, body, once }) =>
    changePattern(services, actor, { id: params.id, change: body }, once),
  )
  mount(api, routes.removePattern, ({ actor, params, once }) =>
    removePattern(services, actor, params.id, once),
  )
  mount(api, routes.try, ({ body }) => tryText(guardrails, body))
}
