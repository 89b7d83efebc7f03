import { catchUpRoutes as routes } from '@flockwork/contract/catch-up'
import { mount, type Api } from '../../platform/mount.ts'
import { spaceOf } from '../spaces/index.ts'
import { catchUp, type CatchUpDeps } from './service.ts'

export function catchUpApi(api: Api, deps: CatchUpDeps): void {
  mount(api, routes.get, ({ actor, query: { org_id: named, ...query } }) =>
    catchUp(deps, actor, spaceOf(actor, named), query),
  )
}
