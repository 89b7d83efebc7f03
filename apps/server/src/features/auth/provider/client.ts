/**
 * Client of the code-hosting provider: OAuth 2 with PKCE, then the person's profile
 * (docs/rules/accounts.md#provider-accounts). GitHub, GitHub Enterprise, Gitea and Forgejo have the same API. The one
 * file that knows the OAuth client library.
 */
import * as oauth from 'openid-client'
import { EMAIL_MAX_CHARS, FULL_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { firstCharacters } from '@flockwork/contract/text/characters'
import { toInlineName, toPersonName } from '@flockwork/contract/text/names'
import * as z from 'zod/mini'
import { ProviderSignInFailed } from './failure.ts'

export interface ProviderSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Where people sign in, without a trailing slash. */
  readonly baseUrl: string
  /** Where the API is, without a trailing slash. */
  readonly apiUrl: string
}

/** A user of the provider. */
export interface ProviderPerson {
  /** The provider's address; an id is unique only there. */
  readonly provider: string
  readonly id: string
  readonly login: string
  readonly fullName: string | null
  /** E-mail addresses that the provider verified, the primary one first. */
  readonly verifiedEmails: readonly string[]
}

export interface AuthorizationStart {
  /** Where to redirect the browser. */
  readonly url: string
  readonly state: string
  readonly verifier: string
}

export interface ProviderClient {
  startAuthorization(redirectUri: string): Promise<AuthorizationStart>
  /** @throws ProviderSignInFailed when the provider is unreachable, slow, or doesn't answer with a user. */
  identify(callback: { code: string; redirectUri: string; verifier: string }): Promise<ProviderPerson>
}

/** For all requests of one sign-in together: the person waits for them. */
export const PROVIDER_TIMEOUT_MS = 10_000

const LOGIN_MAX_CHARS = 255

const User = z.object({
  id: z.union([z.int(), z.string().check(z.regex(/^[\w-]{1,100}$/))]),
  login: z.string().check(z.minLength(1)),
  name: z.nullish(z.string()),
  // the name's field at Gitea and Forgejo
  full_name: z.nullish(z.string()),
})
const Emails = z.array(
  z.object({ email: z.string(), verified: z.boolean(), primary: z.optional(z.boolean()) }),
)

export function createProviderClient(
  settings: ProviderSettings,
  timeoutMs = PROVIDER_TIMEOUT_MS,
): ProviderClient {
  return {
    async startAuthorization(redirectUri) {
      const state = oauth.randomState()
      const verifier = oauth.randomPKCECodeVerifier()
      const url = oauth.buildAuthorizationUrl(configure(settings), {
        redirect_uri: redirectUri,
        scope: scopeOf(settings),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, state, verifier }
    },

    async identify({ code, redirectUri, verifier }) {
      const config = configure(settings, AbortSignal.timeout(timeoutMs))
      try {
        const token = await exchange(config, { code, redirectUri, verifier })
        const user = User.parse(await readApi(config, token, `${settings.apiUrl}/user`))
        const emails = await readEmails(config, token, `${settings.apiUrl}/user/emails`)
        return {
          provider: settings.baseUrl,
          id: String(user.id),
          login: cut(toInlineName(user.login.toWellFormed()), LOGIN_MAX_CHARS),
          fullName: nameFrom(user.name ?? user.full_name ?? ''),
          verifiedEmails: verifiedFirst(emails),
        }
      } catch (error) {
        throw toFailure(error)
      }
    },
  }
}

/** The least scope that reads the profile and its e-mail addresses. */
function scopeOf({ apiUrl }: ProviderSettings): string {
  return apiUrl.endsWith('/api/v1') ? 'read:user' : 'user:email'
}

function configure(settings: ProviderSettings, signal?: AbortSignal): oauth.Configuration {
  const endpoint = `${settings.baseUrl}/login/oauth`
  const config = new oauth.Configuration(
    {
      issuer: endpoint,
      authorization_endpoint: `${endpoint}/authorize`,
      token_endpoint: `${endpoint}/access_token`,
    },
    settings.clientId,
    undefined,
    oauth.ClientSecretPost(settings.clientSecret),
  )
  // an operator's own provider may run without TLS in the same network
  if (settings.baseUrl.startsWith('http:') || settings.apiUrl.startsWith('http:')) {
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to stand out in reviews
    oauth.allowInsecureRequests(config)
  }
  config[oauth.customFetch] = (url, { body, ...options }) =>
    fetch(url, {
      ...options,
      // the library's type of a body is wider than `fetch`'s
      ...(body != null && { body: body as NonNullable<RequestInit['body']> }),
      ...(signal !== undefined && { signal }),
    })
  return config
}

async function exchange(
  config: oauth.Configuration,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<string> {
  // only the callback's code: login-state.ts checked its state, and its issuer adds nothing with a single
  // provider, and each product spells it differently
  const callback = new URL(redirectUri)
  callback.searchParams.set('code', code)
  const tokens = await oauth.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier })
  return tokens.access_token
}

async function callApi(config: oauth.Configuration, token: string, url: string): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'Flockwork' })
  return oauth.fetchProtectedResource(config, token, new URL(url), 'GET', null, headers)
}

async function readApi(config: oauth.Configuration, token: string, url: string): Promise<unknown> {
  return bodyOf(await callApi(config, token, url))
}

/** Empty where the provider refuses: not every app may read the addresses. */
async function readEmails(
  config: oauth.Configuration,
  token: string,
  url: string,
): Promise<z.infer<typeof Emails>> {
  const response = await callApi(config, token, url)
  return response.status === 403 || response.status === 404 ? [] : Emails.parse(await bodyOf(response))
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 200) return response.json()
  throw new ProviderSignInFailed(
    'provider_error',
    `status ${response.status} of ${new URL(response.url).pathname}`,
  )
}

function verifiedFirst(emails: z.infer<typeof Emails>): string[] {
  return emails
    .filter(({ email, verified }) => verified && isAddress(email))
    .toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false))
    .map(({ email }) => email)
}

function isAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_CHARS && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) && text.isWellFormed()
}

/** Null if it isn't a valid name. */
function nameFrom(text: string): string | null {
  // cutting may split an emoji
  const name = toInlineName(cut(toPersonName(text.toWellFormed()), FULL_NAME_MAX_CHARS))
  return name === '' ? null : name
}

/** The first `maxChars` code points. */
function cut(text: string, maxChars: number): string {
  return firstCharacters(text, maxChars).trim()
}

/** Without the provider's answer, which may contain tokens. */
function toFailure(error: unknown): ProviderSignInFailed {
  if (error instanceof ProviderSignInFailed) return error
  const chain = causesOf(error)
  if (chain.some(({ name }) => name === 'TimeoutError' || name === 'AbortError')) {
    return new ProviderSignInFailed('provider_timeout')
  }
  const words = [...chain.map(({ cause }) => refusalIn(cause)), ...chain.map(codeOf)]
  const detail = words.find((word) => word !== undefined && /^\w{1,60}$/.test(word))
  const isUnreachable = chain.some(({ message }) => message === 'fetch failed' || message === 'terminated')
  return new ProviderSignInFailed(isUnreachable ? 'provider_unreachable' : 'provider_error', detail)
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The provider's error code. GitHub sends it with status 200, in a body that the library attaches to the error. */
function refusalIn(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  if ('error' in cause && typeof cause.error === 'string') return cause.error
  return 'body' in cause ? refusalIn(cause.body) : undefined
}
