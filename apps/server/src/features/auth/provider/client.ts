/**
 * Talks to the code-hosting provider: OAuth 2 with PKCE, then who the person is
 * (docs/rules/accounts.md#provider-accounts). GitHub, GitHub Enterprise, Gitea and Forgejo speak alike. The one file
 * that knows the OAuth library.
 */
import * as oauth from 'openid-client'
import { EMAIL_MAX_CHARS, FULL_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { toInlineName } from '@flockwork/contract/text/names'
import * as z from 'zod/mini'
import { ProviderSignInFailed } from './failure.ts'

export interface ProviderSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Where people sign in, without a slash at its end. */
  readonly baseUrl: string
  /** Where the API is, without a slash at its end. */
  readonly apiUrl: string
}

/** A person as the provider knows them. */
export interface ProviderPerson {
  /** The provider itself: an id means nothing at another one. */
  readonly provider: string
  readonly id: string
  readonly login: string
  readonly fullName: string | null
  /** Addresses that the provider verified, the person's primary one first. */
  readonly verifiedEmails: readonly string[]
}

export interface Begun {
  /** Where the browser goes. */
  readonly url: string
  readonly state: string
  readonly verifier: string
}

export interface ProviderClient {
  begin(redirectUri: string): Promise<Begun>
  /** @throws ProviderSignInFailed when the provider is away, slow, or answers anything but a person. */
  identify(callback: { code: string; redirectUri: string; verifier: string }): Promise<ProviderPerson>
}

/** For the whole talk with the provider: the person waits for it. */
export const PROVIDER_TIMEOUT_MS = 10_000

const LOGIN_MAX_CHARS = 255

const User = z.object({
  id: z.union([z.int(), z.string().check(z.regex(/^[\w-]{1,100}$/))]),
  login: z.string().check(z.minLength(1)),
  name: z.nullish(z.string()),
  // where Gitea and Forgejo have it
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
    async begin(redirectUri) {
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
      const talk = configure(settings, AbortSignal.timeout(timeoutMs))
      try {
        const token = await exchange(talk, { code, redirectUri, verifier })
        const user = User.parse(await read(talk, token, `${settings.apiUrl}/user`))
        const emails = await readEmails(talk, token, `${settings.apiUrl}/user/emails`)
        return {
          provider: settings.baseUrl,
          id: String(user.id),
          login: storable(user.login, LOGIN_MAX_CHARS),
          fullName: storable(user.name ?? user.full_name ?? '', FULL_NAME_MAX_CHARS) || null,
          verifiedEmails: verifiedFirst(emails),
        }
      } catch (error) {
        throw asFailure(error)
      }
    },
  }
}

/** The least that tells who somebody is and which addresses are theirs. */
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
  // an operator's own provider may stand beside us without TLS
  if (settings.baseUrl.startsWith('http:') || settings.apiUrl.startsWith('http:')) {
    // oxlint-disable-next-line typescript/no-deprecated -- marked so only to be seen in reviews
    oauth.allowInsecureRequests(config)
  }
  config[oauth.customFetch] = (url, { body, ...options }) =>
    fetch(url, {
      ...options,
      // the library's own type of a body names a wider kind of bytes than `fetch` does
      ...(body != null && { body: body as NonNullable<RequestInit['body']> }),
      ...(signal !== undefined && { signal }),
    })
  return config
}

async function exchange(
  talk: oauth.Configuration,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<string> {
  // only the code of the callback: its state is compared already (attempts.ts), and its issuer says
  // nothing where there is one provider, and the products spell theirs differently
  const callback = new URL(redirectUri)
  callback.searchParams.set('code', code)
  const tokens = await oauth.authorizationCodeGrant(talk, callback, { pkceCodeVerifier: verifier })
  return tokens.access_token
}

async function ask(talk: oauth.Configuration, token: string, url: string): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'Flockwork' })
  return oauth.fetchProtectedResource(talk, token, new URL(url), 'GET', null, headers)
}

async function read(talk: oauth.Configuration, token: string, url: string): Promise<unknown> {
  return bodyOf(await ask(talk, token, url))
}

/** None where the provider tells none: not every app was granted to see them. */
async function readEmails(
  talk: oauth.Configuration,
  token: string,
  url: string,
): Promise<z.infer<typeof Emails>> {
  const response = await ask(talk, token, url)
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

/** A foreign text as we keep one: a line without control characters, of at most `maxChars`. */
function storable(text: string, maxChars: number): string {
  const line = toInlineName(text.toWellFormed())
  return Array.from(line).slice(0, maxChars).join('').trim()
}

/** What went wrong, without what was said: answers of the provider may hold tokens. */
function asFailure(error: unknown): ProviderSignInFailed {
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

/** The provider's own word for its refusal. GitHub's comes with status 200, in a body kept beside the error. */
function refusalIn(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  if ('error' in cause && typeof cause.error === 'string') return cause.error
  return 'body' in cause ? refusalIn(cause.body) : undefined
}
