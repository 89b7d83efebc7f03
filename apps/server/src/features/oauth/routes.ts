/** OAuth for agents' programs: their own calls, the metadata, and what a person decides and takes back. */
import type { FastifyRequest } from 'fastify'
import { DEVICE_CODES_TRIED_PER_PERSON, LOGIN_THROTTLE_WINDOW_MS } from '@flockwork/contract/limits'
import { oauthRoutes as routes } from '@flockwork/contract/oauth'
import { mount, type Api } from '../../platform/mount.ts'
import type { Limit } from '../../platform/rate-limit.ts'
import { decide, readConsent } from './consent.ts'
import { decideDevice, readDevice } from './device.ts'
import { disconnect, listApps } from './grants.ts'
import { mountLibrary } from './library.ts'
import { metadataApi } from './metadata.ts'
import { REQUEST_COOKIE } from './provider.ts'
import { addressOf, type OauthWeb } from './web.ts'

// never scaled: it guards against guessing
const DEVICE_CODES: Limit = {
  name: 'device-codes',
  max: DEVICE_CODES_TRIED_PER_PERSON,
  windowMs: LOGIN_THROTTLE_WINDOW_MS,
}

export function oauthApi(api: Api, web: OauthWeb): void {
  mountDecisions(api, web)
  mountConnectedApps(api, web)
  metadataApi(api, web)
  void api.server.register(async (room) => mountLibrary(room, api, web))
}

function mountDecisions(api: Api, web: OauthWeb): void {
  const openRequest = async (request: FastifyRequest, uid: string) => ({
    provider: await web.providerAt(addressOf(request, web)),
    uid,
    cookie: request.cookies[REQUEST_COOKIE],
  })
  mount(api, routes.consent, async ({ actor, params, request }) =>
    readConsent(web, actor, await openRequest(request, params.uid)),
  )
  mount(api, routes.decide, async ({ actor, params, body, request }) => ({
    continue_at: await decide(web, actor, await openRequest(request, params.uid), body),
  }))

  const deviceRequest = async (request: FastifyRequest, accountId: string, userCode: string) => {
    web.limits.take(DEVICE_CODES, accountId)
    return { provider: await web.providerAt(addressOf(request, web)), userCode }
  }
  mount(api, routes.device, async ({ actor, body, request }) =>
    readDevice(web, actor, await deviceRequest(request, actor.accountId, body.user_code)),
  )
  mount(api, routes.decideDevice, async ({ actor, body, request }) =>
    decideDevice(web, actor, await deviceRequest(request, actor.accountId, body.user_code), body),
  )
}

function mountConnectedApps(api: Api, web: OauthWeb): void {
  mount(api, routes.connectedApps, async ({ actor }) => ({ apps: await listApps(web, actor.accountId) }))
  mount(api, routes.disconnect, ({ actor, params, keep }) => disconnect(web, actor, params.id, keep))
}
