import { loopRoutes as routes } from '@flockwork/contract/loop-routes'
import { mount, type Api } from '../../platform/mount.ts'
import { readBounds } from './bounds.ts'
import { readCause } from './cause.ts'
import { decide, type LoopServices } from './decide.ts'

export function loopsApi(api: Api, services: LoopServices): void {
  mount(api, routes.decide, ({ actor, params, body, once }) =>
    decide(services, actor, { messageId: params.id, decision: body.decision }, once),
  )
  mount(api, routes.cause, ({ actor, params }) => readCause(services, actor, params.id))
  mount(api, routes.bounds, ({ actor, params }) => readBounds(services, actor, params.id))
}
