import { adminManagedRoutes as routes } from '@flockwork/contract/admin/managed'
import { mount, type Api } from '../../platform/mount.ts'
import { createManaged, listManaged, removeManaged, updateManaged } from './manage.ts'
import type { ManagedServices } from './services.ts'

export function managedApi(api: Api, services: ManagedServices): void {
  mount(api, routes.list, () => listManaged(services))
  mount(api, routes.create, ({ actor, body, once }) => createManaged(services, actor, body, once))
  mount(api, routes.update, ({ actor, params, body, once }) =>
    updateManaged(services, actor, params.id, body, once),
  )
  mount(api, routes.remove, ({ actor, params, once }) => removeManaged(services, actor, params.id, once))
}
