import { runRoutes as routes } from '@flockwork/contract/runs'
import { mount, type Api } from '../../platform/mount.ts'
import type { Runs } from './runs.ts'

export function runsApi(api: Api, runs: Pick<Runs, 'stopOne'>): void {
  mount(api, routes.stop, ({ actor, params, body, once }) =>
    runs.stopOne(actor, { messageId: params.id, agentId: body.agent_id }, once),
  )
}
