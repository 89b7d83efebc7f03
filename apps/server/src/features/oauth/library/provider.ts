/**
 * The OAuth 2.1 authorization server for agents' programs. The only file that configures the library; people consent on
 * pages of our own (`consent/`).
 *
 * There is one server per URL of this instance. With a public URL that is one; without, programs use
 * localhost, 127.0.0.1 or another address, and each is its own issuer.
 */
import type { EventEmitter } from 'node:events'
import { ServerResponse, type IncomingMessage } from 'node:http'
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
import { AGENT_SCOPES, GRANT_SCOPES } from '@flockwork/contract/policy/scopes'
import type { Clock } from '../../../platform/clock.ts'
import { refusalOfDatabase } from '../../../platform/database.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { RequestLimits } from '../../../platform/rate-limit.ts'
import type { AccessTokens } from '../../auth/index.ts'
import { DOCUMENT_MAX_BYTES } from './document-fetch.ts'
import { limitDocuments, type LimitedDocuments } from './document-limits.ts'
import type { DocumentSupport } from './document-support.ts'
import { TOLERATED_SCOPES, registrationText } from './request-defaults.ts'
import { audienceOf, readResource } from './resources.ts'

/** The facts of a grant in its tokens. */
export interface GrantFacts {
  readonly agentId: string
  readonly ownerId: string
}

export interface ProviderDeps {
  readonly clock: Clock
  readonly adapters: (model: string) => Adapter
  /** The grant if it is live: not revoked, its agent not deleted, its owner active. */
  readonly findGrant: (grantId: string) => Promise<GrantFacts | undefined>
  readonly fetchDocument: (address: string) => Promise<Response>
  readonly limits: Pick<RequestLimits, 'consume'>
  readonly documents: DocumentSupport
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
  // served by us, named in the metadata
  code_verification: '/device',
  jwks: '/.well-known/jwks.json',
} as const

/** The cookie with the id of a browser's pending request. */
const REQUEST_COOKIE = 'flockwork_request'

const ALGORITHM = 'EdDSA'
const DOCUMENT_DRAFT = 'draft-02'
/** At least so long that a hosted program with many users doesn't use up its limit of fetches. */
const DOCUMENT_CACHED_S = { min: 5 * 60, max: 24 * 60 * 60 }
/** The error of OAuth for what may be tried again. */
const UNAVAILABLE = 'temporarily_unavailable'

/** The id of this browser's pending request, from the library's cookie if its signature is valid. */
export function requestIdOf(provider: Provider, request: IncomingMessage): string | undefined {
  const { cookies } = provider.createContext(request, new ServerResponse(request))
  return cookies.get(REQUEST_COOKIE, { signed: true })
}

/** The server of this URL, recreated after a rotation of the signing keys. */
export type ProviderAt = (address: string) => Promise<Provider>

/** URLs come from the Host header, so their number is limited. */
const CACHED_MAX = 8

interface Cached {
  readonly kid: string | undefined
  readonly readsDocuments: boolean
  readonly provider: Provider
}

/** The inputs whose change recreates a server. */
interface Made {
  readonly key: JWK
  readonly readsDocuments: boolean
  /** Shared by all servers. */
  readonly limitedDocuments: LimitedDocuments
}

export function createProviders(deps: ProviderDeps & { readonly tokens: AccessTokens }): ProviderAt {
  const cache = new Map<string, Cached>()
  const limitedDocuments = limitDocuments(deps)

  return async (address) => {
    const key = await deps.tokens.signingJwk()
    const readsDocuments = await deps.documents.isOn()
    const known = cache.get(address)
    if (known?.kid === key.kid && known?.readsDocuments === readsDocuments) return known.provider
    const provider = createProvider(deps, address, { key, readsDocuments, limitedDocuments })
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_MAX && oldest !== undefined) cache.delete(oldest)
    cache.set(address, { kid: key.kid, readsDocuments, provider })
    return provider
  }
}

/** Only redirects: an auto-submitting form would need a script in our page. */
const RESPONSE_MODES = ['query', 'fragment']

class RedirectingProvider extends Provider {
  override registerResponseMode(...[name, handler]: Parameters<Provider['registerResponseMode']>): void {
    if (RESPONSE_MODES.includes(name)) super.registerResponseMode(name, handler)
  }
}

/** @param address the issuer: the URL at which programs and browsers reach us. */
function createProvider(deps: ProviderDeps, address: string, made: Made): Provider {
  const provider = new RedirectingProvider(address, configurationOf(deps, address, made))
  // the request bridge sets the address in forwarding headers
  provider.proxy = true
  provider.use(async (context, next) => {
    await next()
    adjustAnswer(context, made)
  })
  // the library's session lasts for one request: people are authenticated by ours
  provider.on('authorization.success', discardSession)
  provider.on('authorization.error', discardSession)
  provider.on('server_error', (context, error) => {
    context.state['failure'] = error
    if (refusalOfDatabase(error) === undefined && !(error instanceof ApiError)) deps.onError(error)
  })
  // without a listener the library writes to the console
  const events: EventEmitter = provider
  events.on('error', deps.onError)
  return provider
}

function discardSession({ oidc }: KoaContextWithOIDC): void {
  if (oidc.session !== undefined) Object.assign(oidc.session, { destroyed: true })
}

function adjustAnswer(context: KoaContextWithOIDC | Provider['context'], made: Made): void {
  const body: unknown = context.body
  if (isDiscovery(body)) {
    body.response_modes_supported = RESPONSE_MODES
    // programs request whatever is advertised
    body.scopes_supported = [...AGENT_SCOPES, ...TOLERATED_SCOPES]
  }
  // programs register anew on a 401
  if (isErrorBody(body) && body.error === 'invalid_client') {
    context.status = 401
    const reason = 'oidc' in context ? documentProblem(context as KoaContextWithOIDC, made) : undefined
    if (reason !== undefined) context.body = { ...body, error_description: DESCRIPTIONS[reason] }
  }
  if (context.response.get('access-control-allow-origin') !== '*') {
    context.remove('access-control-allow-origin')
  }
  const failure: unknown = context.state['failure']
  if (refusalOfDatabase(failure) !== undefined) {
    context.status = 503
    context.set('retry-after', '2')
    context.body = { error: UNAVAILABLE }
  }
  if (failure instanceof ApiError) {
    context.set(failure.headers())
    // a browser is led to the page about it
    if (!context.response.has('location')) {
      context.status = failure.status
      context.body = { error: UNAVAILABLE, error_description: failure.message }
    }
  }
}

interface Discovery {
  response_modes_supported: readonly string[]
  scopes_supported: readonly string[]
}

function isDiscovery(body: unknown): body is Discovery {
  return typeof body === 'object' && body !== null && 'response_modes_supported' in body
}

function isErrorBody(body: unknown): body is { error: unknown } {
  return typeof body === 'object' && body !== null && 'error' in body
}

/** Error descriptions for programs; people see the page `/consent/failed`. */
const DESCRIPTIONS = {
  documents_off:
    "This server reads no client-id documents: CLIENT_ID_DOCUMENTS is off, or its network is closed. Register at /oauth/register, or use the agent's token",
  document_unreachable: 'The client-id document could not be fetched from this server',
} as const

/** Why a program with a client-id document is unknown; undefined for other programs. */
function documentProblem(
  { oidc }: KoaContextWithOIDC,
  { readsDocuments }: Made,
): keyof typeof DESCRIPTIONS | undefined {
  const clientId: unknown = oidc?.params?.['client_id']
  if (typeof clientId !== 'string' || !clientId.startsWith('https://')) return undefined
  return readsDocuments ? 'document_unreachable' : 'documents_off'
}

function configurationOf(deps: ProviderDeps, address: string, made: Made): Configuration {
  const { clock, adapters, findGrant, cookieSecret } = deps
  const { limitedDocuments } = made
  const off = { enabled: false }
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const

  return {
    adapter: adapters,
    jwks: { keys: [made.key] },
    routes: PATHS,
    scopes: [...GRANT_SCOPES, ...TOLERATED_SCOPES],
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
    // consent is required for each request
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
      const answer = await limitedDocuments.fetch(input instanceof Request ? input.url : String(input))
      return new Response(registrationText(await answer.text()), { headers: answer.headers })
    },
    fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_MAX_BYTES },
    renderError(context, out, error) {
      // JSON for a program, a page for a person
      if (context.accepts('json', 'html') === 'html') {
        const problem =
          error instanceof ApiError
            ? UNAVAILABLE
            : out.error === 'invalid_client'
              ? documentProblem(context, made)
              : undefined
        context.redirect(`/consent/failed?reason=${encodeURIComponent(problem ?? out.error)}`)
      } else context.body = out
    },
    features: {
      clientIdMetadataDocument: made.readsDocuments
        ? {
            enabled: true,
            ack: DOCUMENT_DRAFT,
            cacheDuration: DOCUMENT_CACHED_S,
            allowFetch(_context, clientId) {
              limitedDocuments.admit(clientId)
              return true
            },
          }
        : off,
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
            scope: GRANT_SCOPES.join(' '),
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
