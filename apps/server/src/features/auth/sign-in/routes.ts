import type { FastifyReply, FastifyRequest } from 'fastify'
import { authRoutes as routes, type Session } from '@flockwork/contract/auth'
import { keyRoutes, providerNavigations } from '@flockwork/contract/signing-in'
import { bearerOf, isBrowser, refuseOtherOrigin, requireOurOrigin } from '../../../platform/address.ts'
import { Unauthorized } from '../../../platform/errors.ts'
import { mount, type Api } from '../../../platform/mount.ts'
import {
  clearRefreshCookie,
  isKnownDevice,
  refreshCookie,
  rememberDevice,
  setRefreshCookie,
} from '../sessions/cookies.ts'
import type { InstanceKey } from '../keys/instance-keys.ts'
import { profileOf } from '../people.ts'
import * as service from './service.ts'
import type { Device } from '../sessions/sessions.ts'

export interface AuthWeb {
  readonly services: service.AuthServices
  readonly deviceKey: InstanceKey
  readonly publicUrl: string | null
}

export function authApi(api: Api, web: AuthWeb): void {
  const { services } = web

  mount(api, routes.providers, () => service.describeProviders(services))

  mount(api, routes.register, async ({ body, request, reply }) => {
    const requireOwnPage = () => refuseOtherOrigin(request, web.publicUrl)
    const signedUp = await service.register(services, body, deviceOf(request), requireOwnPage)
    return welcome(web, request, reply, signedUp)
  })

  mount(api, routes.login, async ({ body, request, reply }) => {
    const isKnown = (accountId: string) => isKnownDevice(request, web.deviceKey, accountId)
    return welcome(web, request, reply, await service.login(services, body, deviceOf(request), isKnown))
  })

  mount(api, routes.refresh, async ({ body, request, reply }) => {
    const { token, isCookie } = presentedToken(web, request, body?.refresh_token)
    if (token === undefined) throw new Unauthorized()
    try {
      return answer(web, request, reply, await service.refresh(services, token), isCookie)
    } catch (error) {
      if (isCookie && error instanceof Unauthorized) clearRefreshCookie(reply)
      throw error
    }
  })

  mount(api, routes.logout, async ({ body, request, reply }) => {
    const { token } = presentedToken(web, request, body?.refresh_token)
    if (token !== undefined) await endSessionOf(services, token)
    const cookie = refreshCookie(request)
    if (cookie !== undefined && cookie !== token) await endSessionOf(services, cookie)
    clearRefreshCookie(reply)
  })

  mount(api, routes.me, ({ actor }) => profileOf(services, actor.accountId))

  mount(api, keyRoutes.keys, () => services.tokens.publicKeys())
  // described wherever the API is, offered where a provider is configured
  api.routes.push(...Object.values(providerNavigations))
}

/** A token in body or header speaks for itself; the cookie counts only from a page of ours. */
function presentedToken(
  { publicUrl }: AuthWeb,
  request: FastifyRequest,
  fromBody: string | null | undefined,
): { token: string | undefined; isCookie: boolean } {
  const sent = fromBody ?? bearerOf(request)
  if (sent !== undefined) return { token: sent, isCookie: false }
  const cookie = refreshCookie(request)
  if (cookie !== undefined) requireOurOrigin(request, publicUrl)
  return { token: cookie, isCookie: true }
}

/** Ends the session behind an access or a refresh token; an unknown one is no error: it is ended already. */
async function endSessionOf({ tokens, sessions }: service.AuthServices, token: string): Promise<void> {
  const claims = await tokens.verify(token)
  if (claims !== undefined) return sessions.end(claims.sessionId)
  await sessions.endByRefreshToken(token)
}

function welcome(
  web: AuthWeb,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: service.SignedIn,
): Session {
  const isSecure = isSecureRequest(web, request)
  rememberDevice(request, reply, { key: web.deviceKey, accountId: signedIn.profile.id, isSecure })
  return answer(web, request, reply, signedIn, false)
}

function answer(
  web: AuthWeb,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: service.SignedIn,
  isCookie: boolean,
): Session {
  setRefreshCookie(reply, signedIn.refreshToken, isSecureRequest(web, request))
  const session: Session = {
    access_token: signedIn.accessToken,
    token_type: 'bearer',
    expires_in: signedIn.expiresInSeconds,
    user: signedIn.profile,
  }
  return isCookie || isBrowser(request) ? session : { ...session, refresh_token: signedIn.refreshToken }
}

/** Whether the browser reached us under https, so that cookies may be Secure. */
export function isSecureRequest({ publicUrl }: AuthWeb, request: FastifyRequest): boolean {
  return publicUrl?.startsWith('https:') ?? request.protocol === 'https'
}

const DEVICE_ID = /^[\w-]{1,100}$/
const USER_AGENT_MAX_CHARS = 300

export function deviceOf(request: FastifyRequest): Device {
  const deviceId = request.headers['x-device-id']
  return {
    deviceId: typeof deviceId === 'string' && DEVICE_ID.test(deviceId) ? deviceId : null,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX_CHARS) ?? null,
    ip: request.ip,
  }
}
