import { connectionRoutes as routes } from '@flockwork/contract/agent-connection'
import { mount, type Api } from '../../platform/mount.ts'
import { readConnection } from './status.ts'
import { testConnection, type TestServices } from './testing.ts'

export function connectionApi(api: Api, services: TestServices): void {
  mount(api, routes.connection, ({ actor, params }) => readConnection(services, actor, params.id))
  mount(api, routes.testConnection, ({ actor, params }) => testConnection(services, actor, params.id))
}
