/** Administrators' calls about people: `/api/admin/stats` and `/api/admin/users`. */
import { adminPeopleRoutes as routes } from '@flockwork/contract/admin/people'
import { mount, type Api } from '../../../platform/mount.ts'
import type { AdminServices } from '../services.ts'
import { listPeople, readPerson } from './people.ts'
import { readStats } from './stats.ts'

export function peopleApi(api: Api, services: AdminServices): void {
  mount(api, routes.stats, () => readStats(services))
  mount(api, routes.users, ({ query }) => listPeople(services, query))
  mount(api, routes.user, ({ params }) => readPerson(services, params.id))
}
