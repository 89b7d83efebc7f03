/** Calls to an instance: discovery, sign-in by device code (RFC 8628), and the agent's tokens. */
import { setTimeout as pause } from 'node:timers/promises'
import { isLoopback } from '@flockwork/contract/clients/setups'
import { codeOf, Stop, textOf } from './errors.ts'

export interface SignedIn {
  readonly accessToken: string
  /** The agent that the person chose. */
  readonly agent: string
  /** Revokes the grant when it is no longer needed. */
  end(): Promise<void>
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const TIMEOUT_MS = 30_000
const ANSWER_MAX_CHARS = 100_000
/** The delay before the first poll; the server sets the interval. */
const FIRST_POLL_MS = 1000
const POLL_DEFAULT_S = 5
const NOTHING = 'Nothing was written.'

interface Answer {
  readonly status: number
  readonly body: { readonly [name: string]: unknown }
}

/**
 * The instance's own URL: the given one, or another loopback name (RFC 8414, section 3.3).
 *
 * @throws Stop if there is no instance, or its URL is elsewhere, where others could read a token
 */
export async function findInstance(url: string): Promise<string> {
  const { status, body } = await ask(url, 'GET', '/.well-known/oauth-protected-resource/mcp')
  const [issuer] = Array.isArray(body['authorization_servers']) ? body['authorization_servers'] : []
  if (status !== 200 || body['resource_name'] !== 'Flockwork' || typeof issuer !== 'string') {
    throw new Stop(`There is no Flockwork at ${url} (it answers ${status}). ${NOTHING}`)
  }
  if (URL.canParse(issuer) && isSamePlace(new URL(issuer), new URL(url))) return issuer
  throw new Stop(
    `The Flockwork at ${url} calls itself ${issuer}. If you trust that, use --url ${issuer}. ${NOTHING}`,
  )
}

function isSamePlace(one: URL, other: URL): boolean {
  if (one.origin === other.origin) return true
  const isHere = isLoopback(one.href) && isLoopback(other.href)
  return isHere && one.protocol === other.protocol && one.port === other.port
}

interface Asking {
  readonly url: string
  /** The agent to act as; otherwise the person chooses one. */
  readonly agent: string | undefined
  /** The program's name as shown to the person. */
  readonly name: string
  readonly show: (address: string, code: string) => void
}

/** @throws Stop if the person denies it, or doesn't decide in time. */
export async function signIn({ url, agent, name, show }: Asking): Promise<SignedIn> {
  const client = await expectOk(url, 'POST', '/oauth/register', {
    json: {
      client_name: name,
      grant_types: [DEVICE_GRANT, 'refresh_token'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'none',
    },
  })
  const clientId = String(client['client_id'])
  const resource = agent === undefined ? `${url}/mcp` : `${url}/mcp/agents/${agent}`
  const device = await expectOk(url, 'POST', '/oauth/device', {
    form: { client_id: clientId, resource, scope: 'mcp tokens:create' },
  })
  show(String(device['verification_uri']), String(device['user_code']))

  const endsAt = Date.now() + Number(device['expires_in']) * 1000
  let intervalS = Number(device['interval'] ?? POLL_DEFAULT_S)
  await pause(FIRST_POLL_MS)
  while (Date.now() < endsAt) {
    const form = { grant_type: DEVICE_GRANT, client_id: clientId, device_code: String(device['device_code']) }
    const { status, body } = await askPatiently(url, form)
    if (status === 200) {
      const token = String(body['refresh_token'])
      const end = async () =>
        void (await ask(url, 'POST', '/oauth/revoke', { form: { token, client_id: clientId } }))
      const accessToken = String(body['access_token'])
      try {
        return { accessToken, agent: await whoIs(url, accessToken), end }
      } catch (error) {
        await end()
        throw error
      }
    }
    const error = body['error']
    if (error === 'access_denied') throw new Stop(`You did not allow it. ${NOTHING}`)
    if (error === 'slow_down') intervalS += POLL_DEFAULT_S
    // other errors are retried only if they are the server's
    else if (error !== 'authorization_pending' && status < 500 && status !== 429) break
    await pause(intervalS * 1000)
  }
  throw new Stop(
    `The code has expired: nobody allowed it in time. ${NOTHING} Run this again for another code.`,
  )
}

/** The name of the token's agent. @throws Stop */
async function whoIs(url: string, token: string): Promise<string> {
  const params = { name: 'whoami', arguments: {} }
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { result } = (await expectOk(url, 'POST', '/mcp', { token, json })) as {
    result?: { structuredContent?: { agent?: { handle?: string } } }
  }
  const handle = result?.structuredContent?.agent?.handle
  if (handle === undefined) throw new Stop(`${url} does not say which agent you chose. ${NOTHING}`)
  return handle
}

/** Retries failed connections, because the person may be typing the code. */
async function askPatiently(url: string, form: Record<string, string>): Promise<Answer> {
  try {
    return await ask(url, 'POST', '/oauth/token', { form })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { status: 503, body: {} }
  }
}

/** Creates one more token of the agent, named `name` in its owner's list. @throws Stop */
export async function makeToken(url: string, { accessToken }: SignedIn, name: string): Promise<string> {
  const body = await expectOk(url, 'POST', '/oauth/agent-token', { token: accessToken, json: { name } })
  return String(body['agent_token'])
}

/** Whether the token is valid at the agent's URL. */
export async function isTokenGood(endpoint: string, token: string): Promise<boolean> {
  const { origin, pathname } = new URL(endpoint)
  const json = { jsonrpc: '2.0', id: 1, method: 'ping' }
  return (await ask(origin, 'POST', pathname, { token, json })).status === 200
}

/** Revokes a token. Returns whether it is revoked, also if the server doesn't know it. */
export async function revokeToken(endpoint: string, token: string): Promise<boolean> {
  try {
    const { status } = await ask(new URL(endpoint).origin, 'DELETE', '/oauth/agent-token', { token })
    return status === 204 || status === 401 || status === 404
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return false
  }
}

interface Sent {
  readonly json?: unknown
  readonly form?: Record<string, string>
  readonly token?: string
}

async function expectOk(url: string, method: string, path: string, sent: Sent): Promise<Answer['body']> {
  const { status, body } = await ask(url, method, path, sent)
  if (status >= 200 && status < 300) return body
  const reason = [body['error_description'], body['detail'], body['error']].find(
    (one) => typeof one === 'string',
  )
  throw new Stop(
    `${url} refuses ${path} (${status}): ${typeof reason === 'string' ? reason : 'no reason given'}`,
  )
}

/** @throws Stop if there is no answer. */
async function ask(url: string, method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { json, form, token } = sent
  try {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: json === undefined ? 'application/json' : 'application/json, text/event-stream',
        'user-agent': 'flockwork-connect',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    })
    const text = (await answer.text()).slice(0, ANSWER_MAX_CHARS)
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
    return { status: answer.status, body: parsed(isStream ? lastDataOf(text) : text) }
  } catch (error) {
    const reason = codeOf(error) ?? textOf(error instanceof Error ? (error.cause ?? error) : error)
    throw new Stop(
      `${url} can't be reached (${reason}). Is the server running, and is this its address from this machine? ${NOTHING}`,
    )
  }
}

/** The result of an MCP call is the last event of its stream. */
function lastDataOf(stream: string): string {
  const data = stream.split('\n').filter((line) => line.startsWith('data:'))
  return data.at(-1)?.slice('data:'.length) ?? ''
}

function parsed(text: string): Answer['body'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
