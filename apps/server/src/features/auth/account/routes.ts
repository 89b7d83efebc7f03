/** Calls about one's own account, and administrators' calls about another's. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { accountRoutes as routes } from '@flockwork/contract/account'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import type { PersonActor } from '../../../platform/actor.ts'
import { callerIp } from '../../../platform/address.ts'
import { mount, requireAccess, type Api } from '../../../platform/mount.ts'
import type { InstanceKey } from '../keys/instance-keys.ts'
import { confirmPassword, type PasswordInput } from '../passwords/reauthenticate.ts'
import { clearRefreshCookie, isKnownDevice } from '../sessions/cookies.ts'
import { listDevices, revokeDevice } from '../sessions/devices.ts'
import { changePassword, rename, type AccountServices } from './account.ts'
import { exportAccount } from './export.ts'
import { makeResetLink, resetPassword } from './reset-links.ts'
import { setRole } from './role.ts'

export interface AccountRouteDeps {
  readonly services: AccountServices
  readonly deviceKey: InstanceKey
}

export function accountApi(api: Api, deps: AccountRouteDeps): void {
  const { services } = deps

  mount(api, routes.update, ({ actor, body, once }) => rename(services, actor, body.full_name, once))

  mount(api, routes.changePassword, ({ actor, body, once, request }) => {
    const input = passwordInput(deps, request, actor, {
      password: body.current_password,
      field: 'current_password',
    })
    return changePassword(services, actor, { ...input, newPassword: body.new_password }, once)
  })

  mount(api, routes.resetPassword, ({ body, request }) =>
    resetPassword(services, {
      token: body.token,
      password: body.password,
      keepsAgentTokens: body.keep_agent_tokens === true,
      ip: callerIp(request),
    }),
  )

  mount(api, routes.reauthenticate, ({ actor, body, request }) =>
    confirmPassword(
      services,
      actor,
      passwordInput(deps, request, actor, { password: body.password, field: 'password' }),
    ),
  )

  mount(api, routes.devices, async ({ actor }) => ({ devices: await listDevices(services, actor) }))

  mount(api, routes.revokeDevice, async ({ actor, body, once, reply }) => {
    const { isCurrent } = await revokeDevice(services, actor, body.device_id, once)
    if (isCurrent) clearRefreshCookie(reply)
  })

  mountExport(api, deps)

  mount(api, routes.remove, async ({ actor, body, once, request, reply }) => {
    const input = passwordInput(deps, request, actor, { password: body?.password, field: 'password' })
    await services.deleteAccount(actor, input, once)
    clearRefreshCookie(reply)
  })

  mount(api, adminPeopleRoutes.resetLink, ({ actor, params, once, request }) =>
    makeResetLink(services, { accountId: params.id, by: actor, ip: callerIp(request) }, once),
  )

  mount(api, adminPeopleRoutes.setRole, ({ actor, params, body, once, request }) =>
    setRole(services, actor, { accountId: params.id, role: body.role, ip: callerIp(request) }, once),
  )

  mount(api, adminPeopleRoutes.setStatus, ({ actor, params, body, once, request }) =>
    services.setActive(
      actor,
      { accountId: params.id, isActive: body.is_active, ip: callerIp(request) },
      once,
    ),
  )
}

/** Not by `mount`: the answer is streamed, never held in memory as a whole. */
function mountExport(api: Api, { services }: AccountRouteDeps): void {
  api.routes.push(routes.export)
  api.server.get(routes.export.path, { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await api.authGuard.admit(request, false)
    requireAccess(routes.export.access, actor)
    // the route's access admits only people
    const { fileName, text } = await exportAccount(services, actor as PersonActor)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(text))
  })
}

function passwordInput(
  { deviceKey }: AccountRouteDeps,
  request: FastifyRequest,
  actor: PersonActor,
  given: Pick<PasswordInput, 'password' | 'field'>,
): PasswordInput {
  return {
    ...given,
    ip: callerIp(request),
    isKnownDevice: isKnownDevice(request, deviceKey, actor.accountId),
  }
}
