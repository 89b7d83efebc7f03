/**
 * A code-hosting provider on loopback, for tests: OAuth 2 as strict as it can be, and people in the shapes of
 * GitHub's API, or of Gitea's and Forgejo's. It knows no test runner, so that browser tests use it too.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProviderUser {
  readonly id: number | string
  readonly login: string
  readonly name?: string | null
  readonly emails?: readonly { email: string; verified: boolean; primary?: boolean }[]
}

/** A place where it can go wrong, and how. */
export type Place = 'token' | 'user' | 'emails'
export type Fault =
  /** An error of the server. */
  | 'status-500'
  /** Not what was asked for. */
  | 'garbage'
  /** JSON, but of nothing. */
  | 'empty'
  /** The connection ends without an answer. */
  | 'hang-up'
  /** No answer, ever. */
  | 'never'
  /** The head of an answer, and then nothing more. */
  | 'half'
  | 'status-403'

interface Options {
  /** `github` (the default) or the paths and fields of Gitea and Forgejo. */
  readonly kind?: 'github' | 'gitea'
  /** Consents at once. Otherwise a page asks, with the buttons "Authorize" and "Cancel". */
  readonly consents?: boolean
}

export interface OAuthProvider extends AsyncDisposable {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the server under test is configured with. */
  readonly env: Record<string, string>
  /** Whoever is signed in at the provider in every browser. */
  signIn(user: ProviderUser): void
  /** The next authorizations are refused by the person. */
  refuse(): void
  /** From now on this place goes wrong. */
  breaks(place: Place, fault: Fault): void
  mends(): void
  /** What was asked so far, `GET /user` and the like. */
  readonly requests: readonly string[]
  /** Codes and tokens given out so far: what must stand in no log and no address of ours. */
  readonly secrets: readonly string[]
  /** What it refused, and why. */
  readonly refusals: readonly string[]
  /** As it was when it started, at the same address. */
  reset(): void
}

interface Grant {
  readonly user: ProviderUser
  readonly redirectUri: string
  readonly challenge: string
  isUsed: boolean
}

interface State {
  readonly kind: 'github' | 'gitea'
  readonly clientId: string
  readonly clientSecret: string
  readonly consents: boolean
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, ProviderUser>
  readonly faults: Map<Place, Fault>
  readonly requests: string[]
  readonly secrets: string[]
  readonly refusals: string[]
  user: ProviderUser
  isRefusing: boolean
  url: string
}

const NOBODY_SPECIAL: ProviderUser = { id: 1, login: 'octocat' }

export async function startOAuthProvider({
  kind = 'github',
  consents = true,
}: Options = {}): Promise<OAuthProvider> {
  const state: State = {
    kind,
    consents,
    clientId: 'client-of-the-tests',
    clientSecret: `client-secret-${randomBytes(12).toString('hex')}`,
    grants: new Map(),
    tokens: new Map(),
    faults: new Map(),
    requests: [],
    secrets: [],
    refusals: [],
    user: NOBODY_SPECIAL,
    isRefusing: false,
    url: '',
  }
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: state.url,
    clientId: state.clientId,
    clientSecret: state.clientSecret,
    env: {
      GITHUB_CLIENT_ID: state.clientId,
      GITHUB_CLIENT_SECRET: state.clientSecret,
      GITHUB_BASE_URL: state.url,
      GITHUB_API_URL: state.url + apiOf(kind),
    },
    signIn(user) {
      state.user = user
      state.isRefusing = false
    },
    refuse() {
      state.isRefusing = true
    },
    breaks(place, fault) {
      state.faults.set(place, fault)
    },
    mends() {
      state.faults.clear()
    },
    requests: state.requests,
    secrets: state.secrets,
    refusals: state.refusals,
    reset() {
      server.closeAllConnections()
      for (const list of [state.requests, state.secrets, state.refusals]) list.length = 0
      for (const map of [state.grants, state.tokens, state.faults]) map.clear()
      Object.assign(state, { user: NOBODY_SPECIAL, isRefusing: false })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const apiOf = (kind: 'github' | 'gitea') => (kind === 'github' ? '/api/v3' : '/api/v1')

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', state.url)
  state.requests.push(`${request.method} ${url.pathname}`)
  const api = apiOf(state.kind)
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /login/oauth/authorize':
      return authorize(state, url, response)
    case 'GET /login/oauth/decide':
      return decide(state, url, response)
    case 'POST /login/oauth/access_token':
      if (isBroken(state, 'token', response)) return
      return exchange(state, request, response)
    case `GET ${api}/user`:
      if (isBroken(state, 'user', response)) return
      return tell(state, request, response, userOf)
    case `GET ${api}/user/emails`:
      if (isBroken(state, 'emails', response)) return
      return tell(state, request, response, emailsOf)
    default:
      return refuse(state, response, 404, `nothing at ${url.pathname}`)
  }
}

/* in the browser */

function authorize(state: State, url: URL, response: ServerResponse): void {
  const asked = url.searchParams
  const wrong = [
    asked.get('client_id') !== state.clientId && 'client_id',
    asked.get('response_type') !== 'code' && 'response_type',
    !/^https?:\/\/[^/]+\/auth\/github\/callback$/.test(asked.get('redirect_uri') ?? '') && 'redirect_uri',
    (asked.get('state') ?? '').length < 22 && 'state',
    asked.get('code_challenge_method') !== 'S256' && 'code_challenge_method',
    !/^[\w-]{43}$/.test(asked.get('code_challenge') ?? '') && 'code_challenge',
    asked.get('scope') !== (state.kind === 'github' ? 'user:email' : 'read:user') && 'scope',
    asked.has('client_secret') && 'client_secret',
  ].filter((name) => name !== false)
  if (wrong.length > 0) return refuse(state, response, 400, `authorize: wrong ${wrong.join(', ')}`)

  url.pathname = '/login/oauth/decide'
  if (state.isRefusing) url.searchParams.set('answer', 'no')
  if (state.isRefusing || state.consents) return redirect(response, url.href)
  const fields = Array.from(
    asked,
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><title>Authorize</title><h1>Authorize Flockwork</h1>
    <p>Signed in as ${escaped(state.user.login)}</p>
    <form action="/login/oauth/decide">${fields.join('')}
    <button name="answer" value="yes">Authorize</button>
    <button name="answer" value="no">Cancel</button></form></html>`,
  )
}

function decide(state: State, url: URL, response: ServerResponse): void {
  const asked = url.searchParams
  const redirectUri = asked.get('redirect_uri') ?? ''
  const back = new URL(redirectUri)
  back.searchParams.set('state', asked.get('state') ?? '')
  if (asked.get('answer') === 'no') {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The user has denied your application access.')
    return redirect(response, back.href)
  }
  const code = secret(state)
  state.grants.set(code, {
    user: state.user,
    redirectUri,
    challenge: asked.get('code_challenge') ?? '',
    isUsed: false,
  })
  back.searchParams.set('code', code)
  // as GitHub does since 2026 (RFC 9207)
  if (state.kind === 'github') back.searchParams.set('iss', 'https://github.com/login/oauth')
  return redirect(response, back.href)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/* from the server */

async function exchange(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = new URLSearchParams(await textOf(request))
  const grant = state.grants.get(sent.get('code') ?? '')
  const verifier = sent.get('code_verifier') ?? ''
  const isRight = sent.get('client_id') === state.clientId && sent.get('client_secret') === state.clientSecret
  if (!isRight) return refuseGrant(state, response, 'incorrect_client_credentials')
  if (grant === undefined || grant.isUsed || sent.get('grant_type') !== 'authorization_code') {
    return refuseGrant(state, response, 'bad_verification_code')
  }
  grant.isUsed = true
  if (sent.get('redirect_uri') !== grant.redirectUri) {
    return refuseGrant(state, response, 'redirect_uri_mismatch')
  }
  if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge) {
    return refuseGrant(state, response, 'bad_code_verifier')
  }
  const token = secret(state)
  state.tokens.set(token, grant.user)
  return json(response, 200, { access_token: token, token_type: 'bearer', scope: 'user:email' })
}

/** GitHub refuses with status 200. */
function refuseGrant(state: State, response: ServerResponse, error: string): void {
  state.refusals.push(error)
  const status = state.kind === 'github' ? 200 : 400
  return json(response, status, { error, error_description: 'No.' })
}

function tell(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  what: (user: ProviderUser, state: State) => unknown,
): void {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '')
  const user = state.tokens.get(token)
  if (user === undefined) return refuse(state, response, 401, 'Bad credentials')
  if (request.headers['user-agent'] === undefined) return refuse(state, response, 403, 'No User-Agent')
  return json(response, 200, what(user, state))
}

function userOf({ id, login, name = null, emails = [] }: ProviderUser, { kind, url }: State): unknown {
  const email = emails.find(({ primary }) => primary)?.email ?? null
  const avatar = { avatar_url: `${url}/avatars/${login}` }
  return kind === 'github'
    ? { id, login, name, email, type: 'User', ...avatar }
    : { id, login, username: login, full_name: name ?? '', email: email ?? '', ...avatar }
}

function emailsOf({ emails = [] }: ProviderUser): unknown {
  return emails.map(({ email, verified, primary = false }) => ({
    email,
    verified,
    primary,
    visibility: primary ? 'public' : null,
  }))
}

/* wrong on purpose */

function isBroken(state: State, place: Place, response: ServerResponse): boolean {
  const fault = state.faults.get(place)
  if (fault === undefined) return false
  switch (fault) {
    case 'status-500':
      response.writeHead(500).end('Unicorn!')
      break
    case 'status-403':
      json(response, 403, { message: 'Resource not accessible by integration' })
      break
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>not JSON')
      break
    case 'empty':
      json(response, 200, {})
      break
    case 'hang-up':
      response.destroy()
      break
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
      break
    case 'never':
      break
  }
  return true
}

function refuse(state: State, response: ServerResponse, status: number, message: string): void {
  state.refusals.push(message)
  json(response, status, { message })
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function secret(state: State): string {
  const made = randomBytes(20).toString('hex')
  state.secrets.push(made)
  return made
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
