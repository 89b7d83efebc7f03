import { adminRoutes } from '@flockwork/contract/admin'
import { agentRoutes } from '@flockwork/contract/agents'
import { mount, type Api } from '../../platform/mount.ts'
import type { ControlServices } from './control-change.ts'
import { readControlCentre } from './control-global.ts'
import { changeControl, readControl } from './control.ts'

export function controlApi(api: Api, services: ControlServices): void {
  mount(api, agentRoutes.control, ({ actor, params }) => readControl(services, actor, params.id))
  mount(api, agentRoutes.updateControl, ({ actor, params, body, request }) =>
    changeControl(services, actor, params.id, { ...body, ip: request.ip }),
  )
  mount(api, adminRoutes.control, () => readControlCentre(services))
}
