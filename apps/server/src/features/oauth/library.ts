/** What programs themselves call, answered by the OAuth library. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OAUTH_CLIENTS_PER_HOUR } from '@flockwork/contract/limits'
import { limitedAddress } from '../../platform/address.ts'
import { hijack } from '../../platform/hijack.ts'
import { readBody, type Api } from '../../platform/mount.ts'
import type { Limit } from '../../platform/rate-limit.ts'
import { requestWith } from './request-bridge.ts'
import { PATHS } from './provider.ts'
import { registrationOf, withDefaults, withPlainResources } from './requests.ts'
import { addressOf, answerPreflight, openToAll, type OauthWeb } from './web.ts'

// never scaled: it guards against flooding
const CLIENTS: Limit = { name: 'oauth-clients', max: OAUTH_CLIENTS_PER_HOUR, windowMs: 60 * 60 * 1000 }
const DISCOVERY = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']

export function mountLibrary(room: FastifyInstance, api: Api, web: OauthWeb): void {
  room.removeAllContentTypeParsers()
  // the library judges the type and the form of a body itself
  room.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  const pass = async (
    request: FastifyRequest,
    reply: FastifyReply,
    changed: { readonly url?: string; readonly body?: string } = {},
  ) => {
    const address = addressOf(request, web)
    const provider = await web.providerAt(address)
    const body = changed.body ?? (typeof request.body === 'string' ? request.body : undefined)
    const handed = requestWith(request, { address, url: changed.url ?? request.url, body })
    await provider.callback()(handed, hijack(reply))
  }

  room.addHook('onRequest', async (request) => api.authGuard.checkAddressLimit(request))

  room.get(PATHS.authorization, (request, reply) => {
    const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2)
    return pass(request, reply, { url: `${path}?${withDefaults(new URLSearchParams(query)).toString()}` })
  })
  room.get(`${PATHS.authorization}/:uid`, (request, reply) => pass(request, reply))
  room.post(PATHS.revocation, (request, reply) => pass(request, reply))
  room.post(PATHS.device_authorization, (request, reply) =>
    pass(request, reply, formOf(request, withDefaults)),
  )
  room.post(PATHS.token, (request, reply) =>
    pass(request, openToAll(reply), formOf(request, withPlainResources)),
  )
  room.post(PATHS.registration, (request, reply) => {
    openToAll(reply)
    web.limits.take(CLIENTS, limitedAddress(request.ip))
    return pass(request, reply, registrationIn(request))
  })
  for (const path of DISCOVERY) {
    room.get(path, (request, reply) => pass(request, openToAll(reply)))
    room.options(path, async (_request, reply) => answerPreflight(reply, 'GET'))
  }
  for (const path of [PATHS.token, PATHS.registration]) {
    room.options(path, async (_request, reply) => answerPreflight(reply, 'POST'))
  }
}

function formOf(
  request: FastifyRequest,
  fill: (params: URLSearchParams) => URLSearchParams,
): { readonly body?: string } {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  if (!isForm || typeof request.body !== 'string') return {}
  return { body: fill(new URLSearchParams(request.body)).toString() }
}

function registrationIn(request: FastifyRequest): { readonly body?: string } {
  try {
    return { body: JSON.stringify(registrationOf(readBody(request))) }
  } catch {
    // the library says what is wrong with it
    return {}
  }
}
