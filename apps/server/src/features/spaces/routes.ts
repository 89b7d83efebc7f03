import { spaceRoutes as routes } from '@flockwork/contract/space-routes'
import type { FastifyRequest } from 'fastify'
import { bearerOf, callerIp } from '../../platform/address.ts'
import { mount, type Api } from '../../platform/mount.ts'
import { changeSpace, deleteSpace } from './changing.ts'
import { createInvite, listInvites, previewInvite, revokeInvite } from './invites.ts'
import { joinByCode, joinPublicSpace } from './joining.ts'
import { changeRole, leaveSpace, removeMember } from './leaving.ts'
import { listMembers } from './members.ts'
import { listRoster } from './roster.ts'
import * as service from './service.ts'
import { switchSpace } from './switching.ts'

export function spacesApi(api: Api, services: service.SpaceServices): void {
  mount(api, routes.list, async ({ actor }) => ({
    organizations: await service.listOwnSpaces(services, actor),
  }))
  mount(api, routes.listPublic, async ({ actor }) => ({
    organizations: await service.listPublicSpaces(services, actor),
  }))
  mount(api, routes.stats, ({ actor }) => service.readSpaceStats(services, actor))
  mount(api, routes.create, ({ actor, body, once }) => service.createSpace(services, actor, body, once))
  mount(api, routes.get, ({ actor, params }) => service.readSpace(services, actor, params.id))
  mount(api, routes.update, ({ actor, params, body, once }) =>
    changeSpace(services, actor, { spaceId: params.id, ...body }, once),
  )
  mount(api, routes.delete, ({ actor, params, body, once }) =>
    deleteSpace(services, actor, { spaceId: params.id, name: body.name }, once),
  )
  mount(api, routes.leave, ({ actor, params, once }) => leaveSpace(services, actor, params.id, once))
  mount(api, routes.removeMember, ({ actor, params, once }) =>
    removeMember(services, actor, { spaceId: params.id, personId: params.user_id }, once),
  )
  mount(api, routes.changeRole, ({ actor, params, body, once }) =>
    changeRole(services, actor, { spaceId: params.id, personId: params.user_id, role: body.role }, once),
  )
  mount(api, routes.invites, ({ actor, params }) => listInvites(services, actor, params.id))
  mount(api, routes.previewInvite, async ({ params, request }) =>
    previewInvite(services, await codeHolderOf(api, request), params.code),
  )
  mount(api, routes.revokeInvite, ({ actor, params, once }) =>
    revokeInvite(services, actor, { spaceId: params.id, inviteId: params.invite_id }, once),
  )
  mount(api, routes.switch, ({ actor, body }) => switchSpace(services, actor, body.org_id))
  mount(api, routes.join, ({ actor, body }) => joinByCode(services, actor, body.invite_code))
  mount(api, routes.joinPublic, ({ actor, body }) => joinPublicSpace(services, actor, body.org_id))
  mount(api, routes.invite, ({ actor, params, body, once }) =>
    createInvite(services, actor, params.id, body ?? {}, once),
  )
  mount(api, routes.members, ({ actor, params, query }) => listMembers(services, actor, params.id, query))
  mount(api, routes.roster, ({ actor, params, query }) => listRoster(services, actor, params.id, query))
}

/** The caller, or a guest without a credential. @throws Unauthorized for a bad credential */
async function codeHolderOf({ authGuard }: Api, request: FastifyRequest): Promise<service.CodeHolder> {
  const address = callerIp(request)
  if (bearerOf(request) === undefined) return { accountId: null, address }
  const { accountId } = await authGuard.admit(request, false)
  return { accountId, address }
}
