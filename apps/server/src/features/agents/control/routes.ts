import { adminControlRoutes } from '@flockwork/contract/admin/control'
import { controlRoutes } from '@flockwork/contract/agent-control'
import { callerIp } from '../../../platform/address.ts'
import { mount, type Api } from '../../../platform/mount.ts'
import type { ControlServices } from './change.ts'
import { readControlCentre } from './global-switch.ts'
import { changeControl, readControl } from './control.ts'

export function controlApi(api: Api, services: ControlServices): void {
  mount(api, controlRoutes.control, ({ actor, params }) => readControl(services, actor, params.id))
  mount(api, controlRoutes.updateControl, ({ actor, params, body, once, request }) =>
    changeControl(services, actor, params.id, { ...body, ip: callerIp(request) }, once),
  )
  mount(api, adminControlRoutes.control, () => readControlCentre(services))
}
