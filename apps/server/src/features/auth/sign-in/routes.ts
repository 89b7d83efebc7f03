import type { FastifyReply, FastifyRequest } from 'fastify'
import { authRoutes as routes, type Session } from '@flockwork/contract/auth'
import { keyRoutes, providerNavigations } from '@flockwork/contract/signing-in'
import {
  bearerOf,
  isBrowser,
  originOf,
  refuseOtherOrigin,
  requireOurOrigin,
} from '../../../platform/address.ts'
import { Unauthorized } from '../../../platform/errors.ts'
import { randomId } from '../../../platform/ids.ts'
import { mount, type Api } from '../../../platform/mount.ts'
import type { InstanceKey } from '../keys/instance-keys.ts'
import { profileOf } from '../people.ts'
import {
  clearRefreshCookie,
  readDevice,
  refreshCookie,
  rememberDevice,
  setRefreshCookie,
} from '../sessions/cookies.ts'
import type { Device } from '../sessions/sessions.ts'
import * as service from './service.ts'

export interface AuthRouteDeps {
  readonly services: service.AuthServices
  readonly deviceKey: InstanceKey
  readonly publicUrl: string | null
}

export function authApi(api: Api, deps: AuthRouteDeps): void {
  const { services } = deps

  mount(api, routes.providers, () => service.describeProviders(services))

  mount(api, routes.register, async ({ body, request, reply }) => {
    const requireOwnPage = () => refuseOtherOrigin(request, deps.publicUrl)
    const device = deviceOf(deps, request)
    const signedUp = await service.register(services, body, device, requireOwnPage)
    return answerSignedIn(deps, request, reply, { ...signedUp, device })
  })

  mount(api, routes.login, async ({ body, request, reply }) => {
    const device = deviceOf(deps, request)
    const signedIn = await service.login(services, body, device)
    return answerSignedIn(deps, request, reply, { ...signedIn, device })
  })

  mount(api, routes.refresh, async ({ body, request, reply }) => {
    const { token, isCookie } = presentedToken(deps, request, body?.refresh_token)
    if (token === undefined) throw new Unauthorized()
    try {
      return answerSession(deps, request, reply, await service.refresh(services, token), isCookie)
    } catch (error) {
      if (isCookie && error instanceof Unauthorized) clearRefreshCookie(reply)
      throw error
    }
  })

  mount(api, routes.logout, async ({ body, request, reply }) => {
    const { token } = presentedToken(deps, request, body?.refresh_token)
    if (token !== undefined) await endSessionOfToken(services, token)
    const cookie = refreshCookie(request)
    if (cookie !== undefined && cookie !== token) await endSessionOfToken(services, cookie)
    clearRefreshCookie(reply)
  })

  mount(api, routes.me, ({ actor }) => profileOf(services, actor.accountId))

  mount(api, keyRoutes.keys, () => services.tokens.publicKeys())
  // documented on every instance, mounted where a provider is configured
  api.routes.push(...Object.values(providerNavigations))
}

/** A token in body or header suffices; the cookie counts only from a page of this origin. */
function presentedToken(
  { publicUrl }: AuthRouteDeps,
  request: FastifyRequest,
  fromBody: string | null | undefined,
): { token: string | undefined; isCookie: boolean } {
  const sent = fromBody ?? bearerOf(request)
  if (sent !== undefined) return { token: sent, isCookie: false }
  const cookie = refreshCookie(request)
  if (cookie !== undefined) requireOurOrigin(request, publicUrl)
  return { token: cookie, isCookie: true }
}

/** Ends the session of an access or refresh token; ignores an unknown one. */
async function endSessionOfToken({ tokens, sessions }: service.AuthServices, token: string): Promise<void> {
  const claims = await tokens.verify(token)
  if (claims !== undefined) return sessions.end(claims.sessionId)
  await sessions.endByRefreshToken(token)
}

function answerSignedIn(
  deps: AuthRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: service.SignedIn & { readonly device: Device },
): Session {
  rememberDevice(request, reply, signedInDevice(deps, request, signedIn))
  return answerSession(deps, request, reply, signedIn, false)
}

function answerSession(
  deps: AuthRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: service.SignedIn,
  isCookie: boolean,
): Session {
  setRefreshCookie(reply, signedIn.refreshToken, isSecureRequest(deps, request))
  const session: Session = {
    access_token: signedIn.accessToken,
    token_type: 'bearer',
    expires_in: signedIn.expiresInSeconds,
    user: signedIn.profile,
  }
  return isCookie || isBrowser(request) ? session : { ...session, refresh_token: signedIn.refreshToken }
}

/** Whether the browser uses https, so that cookies may be Secure. */
export function isSecureRequest({ publicUrl }: AuthRouteDeps, request: FastifyRequest): boolean {
  return publicUrl?.startsWith('https:') ?? request.protocol === 'https'
}

const DEVICE_ID = /^[\w-]{1,100}$/

/** The device that signs in: its id is what the page sends, else this browser's previous one, else a new one. */
export function deviceOf({ deviceKey }: AuthRouteDeps, request: FastifyRequest): Device {
  const sent = request.headers['x-device-id']
  const { id, accounts } = readDevice(request, deviceKey)
  const deviceId = typeof sent === 'string' && DEVICE_ID.test(sent) ? sent : id
  return {
    deviceId: deviceId ?? randomId(),
    knownAccounts: accounts,
    refreshToken: refreshCookie(request) ?? bearerOf(request) ?? null,
    ...originOf(request),
  }
}

export function signedInDevice(
  deps: AuthRouteDeps,
  request: FastifyRequest,
  { profile, device }: Pick<service.SignedIn, 'profile'> & { readonly device: Device },
) {
  const { deviceId } = device
  return { key: deps.deviceKey, accountId: profile.id, deviceId, isSecure: isSecureRequest(deps, request) }
}
