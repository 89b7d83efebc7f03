/** What real programs leave out or write in their own way, filled in before the library reads it. */
import { AGENT_SCOPES } from '@flockwork/contract/policy/scopes'
import { withoutSlash } from './resources.ts'

/** Tolerated, because many programs ask for them always. */
export const TOLERATED_SCOPES = ['openid', 'offline_access'] as const

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
const KNOWN_SCOPES: ReadonlySet<string> = new Set([...AGENT_SCOPES, ...TOLERATED_SCOPES])

/** The parameters of a request to authorize: who names no scope of ours asks for all of them. */
export function withDefaults(params: URLSearchParams): URLSearchParams {
  const filled = withPlainResources(params)
  const asked = (params.get('scope') ?? '').split(' ').filter((scope) => KNOWN_SCOPES.has(scope))
  const isOurs = asked.some((scope) => AGENT_SCOPES.some((own) => own === scope))
  filled.set('scope', [...asked, ...(isOurs ? [] : AGENT_SCOPES)].join(' '))
  return filled
}

/** The parameters with their resources as this server writes them. */
export function withPlainResources(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...params].map(([name, value]): [string, string] => [
      name,
      name === 'resource' ? withoutSlash(value) : value,
    ]),
  )
}

/** What of a registration, or of a client-id document, counts here; the rest is ignored. */
const TAKEN = ['client_id', 'client_name', 'client_uri', 'token_endpoint_auth_method'] as const

/**
 * The registration of a program as the library takes it: refresh tokens always, `native` for a redirect to the
 * device itself, whose port may then differ.
 */
export function registrationOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const fields: Readonly<Record<string, unknown>> = { ...given }
  const redirects = fields['redirect_uris'] ?? []
  const grants = fields['grant_types'] ?? ['authorization_code']
  const hasRedirects = !Array.isArray(redirects) || redirects.length > 0
  const isDevice = Array.isArray(grants) && grants.includes(DEVICE_CODE) && !hasRedirects
  const taken = TAKEN.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
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

/** As `registrationOf`, for the text of a document; text that is no JSON stays as it is. */
export function registrationText(text: string): string {
  try {
    const taken = registrationOf(JSON.parse(text))
    // who has no secret to share proves itself by its redirect
    const isBare = typeof taken === 'object' && taken !== null && !Array.isArray(taken)
    return JSON.stringify(isBare ? { token_endpoint_auth_method: 'none', ...taken } : taken)
  } catch {
    return text
  }
}
