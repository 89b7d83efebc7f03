/** Normalises requests of real programs before the library parses them: defaults and spellings. */
import { AGENT_SCOPES, GRANT_SCOPES } from '@flockwork/contract/policy/scopes'
import { readResource, withoutSlash } from './resources.ts'

/** Without effect here, but many programs always request them. */
export const TOLERATED_SCOPES = ['openid', 'offline_access'] as const

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
const KNOWN_SCOPES: ReadonlySet<string> = new Set([...GRANT_SCOPES, ...TOLERATED_SCOPES])

/** The parameters of an authorization request; without any of our scopes, all of them are requested. */
export function withDefaults(params: URLSearchParams): URLSearchParams {
  const filled = withPlainResources(params)
  const requested = (params.get('scope') ?? '').split(' ').filter((scope) => KNOWN_SCOPES.has(scope))
  const isOurs = requested.some((scope) => GRANT_SCOPES.some((own) => own === scope))
  filled.set('scope', [...requested, ...(isOurs ? [] : AGENT_SCOPES)].join(' '))
  return filled
}

/** The parameters with resources in this server's spelling. */
function withPlainResources(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...params].map(([name, value]): [string, string] => [
      name,
      name === 'resource' ? withoutSlash(value) : value,
    ]),
  )
}

/** The other fields of a registration, or of a client-id document, are ignored. */
const FIELDS = ['client_id', 'client_name', 'client_uri', 'token_endpoint_auth_method'] as const

/**
 * The parameters of a token request without the `resource` of the whole endpoint. mcp-remote 0.1 sends that for a grant
 * for one agent; the grant determines the agent, and the audience is the same.
 */
export function withResourceOfGrant(params: URLSearchParams, address: string): URLSearchParams {
  return new URLSearchParams(
    [...withPlainResources(params)].filter(
      ([name, value]) => name !== 'resource' || readResource(value, address)?.agent !== null,
    ),
  )
}

/**
 * A program's registration as the library expects it: always with refresh tokens, and `native` for a redirect to the
 * device itself, whose port may then differ (RFC 8252).
 */
export function registrationOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const fields: Readonly<Record<string, unknown>> = { ...given }
  const redirects = fields['redirect_uris'] ?? []
  const grants = fields['grant_types'] ?? ['authorization_code']
  const hasRedirects = !Array.isArray(redirects) || redirects.length > 0
  const isDevice = Array.isArray(grants) && grants.includes(DEVICE_CODE) && !hasRedirects
  const taken = FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  return {
    ...(Object.fromEntries(taken) as object),
    redirect_uris: redirects,
    grant_types: Array.isArray(grants) ? [...new Set<unknown>([...grants, 'refresh_token'])] : grants,
    response_types: isDevice ? [] : ['code'],
    application_type: Array.isArray(redirects) && redirects.every(isHttps) ? 'web' : 'native',
  }
}

function isHttps(redirect: unknown): boolean {
  return typeof redirect === 'string' && /^https:/i.test(redirect)
}

/** `registrationOf` for the text of a document; what isn't JSON is returned as it is. */
export function registrationText(text: string): string {
  try {
    const taken = registrationOf(JSON.parse(text))
    // a program with a client-id document has no secret: its redirect URI identifies it
    const isBare = typeof taken === 'object' && taken !== null && !Array.isArray(taken)
    return JSON.stringify(isBare ? { token_endpoint_auth_method: 'none', ...taken } : taken)
  } catch {
    return text
  }
}
