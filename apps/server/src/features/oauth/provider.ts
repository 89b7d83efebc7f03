/**
 * The OAuth 2.1 authorization server for agents' programs. The only file that configures the library; what a
 * person decides is asked on pages of our own (consent.ts, device.ts).
 */
import type { EventEmitter } from 'node:events'
import type { JWK } from 'jose'
import { Provider, errors, type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import {
  OAUTH_ACCESS_TOKEN_S,
  OAUTH_CODE_S,
  OAUTH_DECISION_S,
  OAUTH_DEVICE_CODE_S,
  OAUTH_GRANT_S,
  OAUTH_REFRESH_TOKEN_S,
} from '@flockwork/contract/limits'
import { AGENT_SCOPES } from '@flockwork/contract/policy/scopes'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseAway } from '../../platform/database.ts'
import { DOCUMENT_MAX_BYTES } from './documents.ts'
import { TOLERATED_SCOPES, registrationText } from './requests.ts'
import { audienceOf, readResource } from './resources.ts'

/** A grant as a token names it. */
export interface GrantFacts {
  readonly agentId: string
  readonly ownerId: string
}

export interface ProviderDeps {
  readonly clock: Clock
  readonly adapters: (model: string) => Adapter
  /** The grant while it lives: not revoked, its agent not deleted, its owner active. */
  readonly findGrant: (grantId: string) => Promise<GrantFacts | undefined>
  readonly fetchDocument: (address: string) => Promise<Response>
  /** Signs the library's cookies. */
  readonly cookieSecret: string
  readonly onError: (error: unknown) => void
}

export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  device_authorization: '/oauth/device',
  // pages and documents of ours, which the metadata names
  code_verification: '/device',
  jwks: '/.well-known/jwks.json',
} as const

/** Holds the id of a request in the browser that began it. */
export const REQUEST_COOKIE = 'flockwork_request'

const ALGORITHM = 'EdDSA'
const DOCUMENT_DRAFT = 'draft-02'

/** @param address where programs and browsers reach us: the issuer. */
export function createProvider(deps: ProviderDeps, address: string, key: JWK): Provider {
  const provider = new Provider(address, configurationOf(deps, address, key))
  // the handover says under which address a request came
  provider.proxy = true
  provider.use(async (context, next) => {
    await next()
    tidyAnswer(context)
  })
  // a sign-in at the library lasts for one request: who a person is, is asked of our own session
  provider.on('authorization.success', forgetSession)
  provider.on('authorization.error', forgetSession)
  provider.on('server_error', (context, error) => {
    context.state['failure'] = error
    if (!isDatabaseAway(error)) deps.onError(error)
  })
  // without a listener the library writes to the console
  const events: EventEmitter = provider
  events.on('error', deps.onError)
  return provider
}

function forgetSession({ oidc }: KoaContextWithOIDC): void {
  if (oidc.session !== undefined) Object.assign(oidc.session, { destroyed: true })
}

function tidyAnswer(context: KoaContextWithOIDC | Provider['context']): void {
  const body: unknown = context.body
  // programs register anew when they are told that they are unknown
  if (isErrorBody(body) && body.error === 'invalid_client') context.status = 401
  if (context.response.get('access-control-allow-origin') !== '*') {
    context.remove('access-control-allow-origin')
  }
  if (isDatabaseAway(context.state['failure'])) {
    context.status = 503
    context.set('retry-after', '2')
    context.body = { error: 'temporarily_unavailable' }
  }
}

function isErrorBody(body: unknown): body is { error: unknown } {
  return typeof body === 'object' && body !== null && 'error' in body
}

function configurationOf(deps: ProviderDeps, address: string, key: JWK): Configuration {
  const { clock, adapters, findGrant, fetchDocument, cookieSecret } = deps
  const off = { enabled: false }
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const

  return {
    adapter: adapters,
    jwks: { keys: [key] },
    routes: PATHS,
    scopes: [...AGENT_SCOPES, ...TOLERATED_SCOPES],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { grant_types: ['authorization_code'], id_token_signed_response_alg: ALGORITHM },
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: OAUTH_ACCESS_TOKEN_S,
      AuthorizationCode: OAUTH_CODE_S,
      DeviceCode: OAUTH_DEVICE_CODE_S,
      Grant: OAUTH_GRANT_S,
      IdToken: OAUTH_ACCESS_TOKEN_S,
      Interaction: OAUTH_DECISION_S,
      RefreshToken: OAUTH_REFRESH_TOKEN_S,
      Session: OAUTH_DECISION_S,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    cookies: {
      keys: [cookieSecret],
      names: { session: 'flockwork_oauth', interaction: 'flockwork_consent', resume: REQUEST_COOKIE },
      long: cookie,
      short: cookie,
    },
    interactions: { url: (_context, { uid }) => `/consent/${uid}` },
    // nothing was allowed before it was asked here
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    async findAccount(_context, accountId, token) {
      const grantId = token !== undefined && 'grantId' in token ? token.grantId : undefined
      if (grantId !== undefined && (await findGrant(grantId))?.ownerId !== accountId) return undefined
      return { accountId, claims: async () => ({ sub: accountId }) }
    },
    async extraTokenClaims(_context, token) {
      const grantId = 'grantId' in token ? token.grantId : undefined
      const grant = grantId === undefined ? undefined : await findGrant(grantId)
      if (grant === undefined) throw new errors.InvalidGrant('grant not found')
      return { agent_id: grant.agentId, grant_id: grantId }
    },
    formats: {
      customizers: {
        jwt(_context, _token, { payload }) {
          const now = Math.floor(clock.now() / 1000)
          Object.assign(payload, { iat: now, exp: now + OAUTH_ACCESS_TOKEN_S })
        },
      },
    },
    fetch: async (input) => {
      const answer = await fetchDocument(input instanceof Request ? input.url : String(input))
      return new Response(registrationText(await answer.text()), { headers: answer.headers })
    },
    fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_MAX_BYTES },
    renderError(context, out) {
      // a program gets the error as it is, a person a page
      if (context.accepts('json', 'html') === 'html') {
        context.redirect(`/consent/failed?reason=${encodeURIComponent(out.error)}`)
      } else context.body = out
    },
    features: {
      clientIdMetadataDocument: { enabled: true, ack: DOCUMENT_DRAFT },
      deviceFlow: { enabled: true, deviceInfo: () => ({}) },
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: off,
      userinfo: off,
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_context, _client, oneOf) => oneOf ?? audienceOf(address),
        useGrantedResource: async () => true,
        async getResourceServerInfo(_context, resource) {
          if (readResource(resource, address) === undefined) throw new errors.InvalidTarget()
          return {
            scope: AGENT_SCOPES.join(' '),
            audience: audienceOf(address),
            accessTokenFormat: 'jwt',
            accessTokenTTL: OAUTH_ACCESS_TOKEN_S,
            jwt: { sign: { alg: ALGORITHM } },
          }
        },
      },
    },
    clientBasedCORS: () => false,
  }
}
