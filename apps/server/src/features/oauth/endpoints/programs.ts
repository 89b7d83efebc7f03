/** The endpoints for programs, served by the OAuth library. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  OAUTH_BODY_MAX_BYTES,
  OAUTH_CLIENTS_PER_HOUR,
  OAUTH_PARAMETERS_MAX,
} from '@flockwork/contract/limits'
import { callerIp, limitedAddress } from '../../../platform/address.ts'
import { NotUtf8, invalid } from '../../../platform/errors.ts'
import { hijack } from '../../../platform/hijack.ts'
import { bodyText, readBody, acceptBodies } from '../../../platform/request-body.ts'
import type { Limit } from '../../../platform/rate-limit.ts'
import { isUtf8Escaped } from '../../../platform/utf8.ts'
import { findLiveGrant } from '../grants/grants.ts'
import { PATHS } from '../library/provider.ts'
import { registrationOf, withDefaults, withResourceOfGrant } from '../library/request-defaults.ts'
import { addressOf, answerPreflight, allowAnyOrigin, type OauthRouteDeps } from './http.ts'
import { bridgeRequest } from './request-bridge.ts'

// never scaled: against floods of registrations
const CLIENTS: Limit = { name: 'oauth-clients', max: OAUTH_CLIENTS_PER_HOUR, windowMs: 60 * 60 * 1000 }
const DISCOVERY = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']

export function mountProgramEndpoints(scope: FastifyInstance, deps: OauthRouteDeps): void {
  // the library parses bodies itself
  acceptBodies(scope, '*', OAUTH_BODY_MAX_BYTES)

  const passOn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    changed: { readonly url?: string; readonly body?: string } = {},
  ) => {
    checkParameters(request)
    const address = addressOf(request, deps)
    const provider = await deps.providerAt(address)
    const body = changed.body ?? bodyText(request)
    const bridged = bridgeRequest(request, { address, url: changed.url ?? request.url, body })
    await provider.callback()(bridged, hijack(reply))
  }

  scope.get(PATHS.authorization, (request, reply) => {
    const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2)
    return passOn(request, reply, { url: `${path}?${withDefaults(new URLSearchParams(query)).toString()}` })
  })
  scope.get(`${PATHS.authorization}/:uid`, (request, reply) => passOn(request, reply))
  scope.post(PATHS.revocation, (request, reply) => passOn(request, reply))
  scope.post(PATHS.device_authorization, (request, reply) =>
    passOn(request, reply, formOf(request, withDefaults)),
  )
  scope.post(PATHS.token, async (request, reply) => {
    allowAnyOrigin(reply)
    const address = addressOf(request, deps)
    const form = formOf(request, (params) => withResourceOfGrant(params, address))
    await countTokens(deps, request, new URLSearchParams(form.body))
    return passOn(request, reply, form)
  })
  scope.post(PATHS.registration, (request, reply) => {
    allowAnyOrigin(reply)
    deps.limits.consume(CLIENTS, limitedAddress(callerIp(request)))
    return passOn(request, reply, registrationIn(request))
  })
  for (const path of DISCOVERY) {
    scope.get(path, (request, reply) => passOn(request, allowAnyOrigin(reply)))
    scope.options(path, async (_request, reply) => answerPreflight(reply, 'GET'))
  }
  for (const path of [PATHS.token, PATHS.registration]) {
    scope.options(path, async (_request, reply) => answerPreflight(reply, 'POST'))
  }
}

/** @throws RateLimited for the tokens' agent, before the library uses up the presented code or token. */
async function countTokens(
  deps: OauthRouteDeps,
  request: FastifyRequest,
  form: URLSearchParams,
): Promise<void> {
  checkParameters(request)
  const provider = await deps.providerAt(addressOf(request, deps))
  const [code, device, refresh] = ['code', 'device_code', 'refresh_token'].map((name) => form.get(name))
  const found = await Promise.all([
    code && provider.AuthorizationCode.find(code),
    device && provider.DeviceCode.find(device),
    refresh && provider.RefreshToken.find(refresh),
  ])
  for (const presented of found) {
    const grantId = (presented || undefined)?.grantId
    const grant = grantId === undefined ? undefined : await findLiveGrant(deps, grantId)
    if (grantId !== undefined && grant !== undefined) deps.countIssue(grant.agentId, grantId)
  }
}

/**
 * @throws Invalid for more parameters than any OAuth request has, in the query or in a form; NotUtf8 for a body, or
 * the escapes of a form, that aren't UTF-8.
 */
function checkParameters(request: FastifyRequest): void {
  const body = bodyText(request)
  for (const text of [request.url, body]) {
    if (text !== undefined && text.split('&', OAUTH_PARAMETERS_MAX + 1).length > OAUTH_PARAMETERS_MAX) {
      throw invalid(['request'], `More than ${OAUTH_PARAMETERS_MAX} parameters`)
    }
  }
  if (body !== undefined && isForm(request) && !isUtf8Escaped(body)) throw new NotUtf8('The form')
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
}

function formOf(
  request: FastifyRequest,
  fill: (params: URLSearchParams) => URLSearchParams,
): { readonly body?: string } {
  const body = bodyText(request)
  if (!isForm(request) || body === undefined) return {}
  return { body: fill(new URLSearchParams(body)).toString() }
}

function registrationIn(request: FastifyRequest): { readonly body?: string } {
  try {
    return { body: JSON.stringify(registrationOf(readBody(request))) }
  } catch {
    // the library reports the error
    return {}
  }
}
