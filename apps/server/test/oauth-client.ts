/** A program that connects by OAuth, in bare HTTP, and the browser in which a person decides. */
import { createHash, randomBytes } from 'node:crypto'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { call, type Answer } from './calls.ts'
import type { Person } from './people.ts'

const REDIRECT = 'http://127.0.0.1:4999/callback'

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
  readonly token_type: string
  readonly id_token?: string
}

/** The cookies of one browser, each for its own path. */
export function createBrowser() {
  const cookies = new Map<string, { value: string; path: string }>()
  const visit = async (address: string): Promise<Answer> => {
    const url = new URL(address)
    const answer = await call(url.origin, 'GET', url.pathname + url.search, {
      headers: { accept: 'text/html', cookie: cookiesFor(url.pathname) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (value === '') cookies.delete(name + path)
      else cookies.set(name + path, { value: `${name}=${value}`, path })
    }
    return answer
  }
  const cookiesFor = (path: string) =>
    [...cookies.values()]
      .filter((cookie) => path === cookie.path || path.startsWith(`${cookie.path.replace(/\/$/, '')}/`))
      .map(({ value }) => value)
      .join('; ')
  return { visit, cookiesFor }
}
export type Browser = ReturnType<typeof createBrowser>

export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function form(baseUrl: string, path: string, fields: Record<string, string>): Promise<Answer> {
  return call(baseUrl, 'POST', path, {
    text: new URLSearchParams(fields).toString(),
    type: 'application/x-www-form-urlencoded',
  })
}

export async function registerProgram(
  baseUrl: string,
  fields: Record<string, unknown> = {},
): Promise<{ client_id: string; client_secret?: string }> {
  const { status, body } = await call(baseUrl, 'POST', '/oauth/register', {
    json: {
      client_name: 'Test Program',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...fields,
    },
  })
  if (status !== 201) throw new Error(`Registration answered ${status}: ${JSON.stringify(body)}`)
  return body as { client_id: string; client_secret?: string }
}

export interface Begun {
  readonly browser: Browser
  /** The id of the request, out of the consent page's address. */
  readonly uid: string
  readonly verifier: string
  readonly clientId: string
  readonly answer: Answer
}

/** Opens the address to authorize at, as a browser does that a program sent there. */
export async function begin(
  baseUrl: string,
  clientId: string,
  more: Record<string, string> = {},
  browser = createBrowser(),
): Promise<Begun> {
  const { verifier, challenge } = pkce()
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'st',
    ...more,
  })
  const answer = await browser.visit(`${baseUrl}/oauth/authorize?${params}`)
  const uid = /^\/consent\/([\w-]+)$/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
  return { browser, uid, verifier, clientId, answer }
}

export function askConsent(baseUrl: string, { browser, uid }: Begun, person: Person): Promise<Answer> {
  return consentCall(baseUrl, 'GET', browser, uid, person)
}

export function decide(
  baseUrl: string,
  { browser, uid }: Begun,
  person: Person,
  decision: { allow: boolean; agent?: string | null },
): Promise<Answer> {
  return consentCall(baseUrl, 'POST', browser, uid, person, decision)
}

function consentCall(
  baseUrl: string,
  method: string,
  browser: Browser,
  uid: string,
  person: Person,
  json?: unknown,
): Promise<Answer> {
  const path = `/oauth/authorize/${uid}/consent`
  return call(baseUrl, method, path, {
    token: person.token(),
    headers: { cookie: browser.cookiesFor(path) },
    ...(json !== undefined && { json }),
  })
}

/** Goes on where the consent page leads: the parameters that come back to the program. */
export async function goOn(answer: Answer, { browser }: Begun): Promise<URLSearchParams> {
  const { continue_at: next } = answer.body as { continue_at: string }
  const { headers } = await browser.visit(next)
  return new URL(headers.get('location') ?? 'x:').searchParams
}

export function exchange(
  baseUrl: string,
  { clientId, verifier }: Pick<Begun, 'clientId' | 'verifier'>,
  code: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  return form(baseUrl, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...more,
  })
}

export function refresh(baseUrl: string, clientId: string, token: string): Promise<Answer> {
  return form(baseUrl, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
  })
}

/** Everything from the registration to the tokens, allowed by `person` for `agent`. */
export async function connectProgram(
  baseUrl: string,
  person: Person,
  agent: string,
  more: Record<string, string> = {},
): Promise<Tokens & { clientId: string }> {
  const { client_id: clientId } = await registerProgram(baseUrl)
  const begun = await begin(baseUrl, clientId, more)
  const back = await goOn(await decide(baseUrl, begun, person, { allow: true, agent }), begun)
  const { status, body } = await exchange(baseUrl, begun, back.get('code') ?? '')
  if (status !== 200) throw new Error(`The token call answered ${status}: ${JSON.stringify(body)}`)
  return { ...(body as Tokens), clientId }
}

/** The programs that a person allowed. */
export async function appsOf(person: Person) {
  return (await person.api.call(oauthRoutes.connectedApps, {})).apps
}
