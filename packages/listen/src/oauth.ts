/** Sign-in by device code (RFC 8628), and its tokens. */
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { refusalOf } from './api.ts'
import { pause } from './backoff.ts'
import type { Credential } from './credential.ts'
import { Refused, FatalError, textOf } from './errors.ts'
import { retry } from './retry.ts'
import { lock, type Lock } from './lock.ts'

interface Deps {
  readonly url: string
  /** The agent to act as; otherwise the person chooses one. */
  readonly agent: string | undefined
  /** Where the tokens are stored. */
  readonly file: string
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

interface StoredTokens {
  readonly url: string
  readonly client_id: string
  readonly access_token: string
  readonly refresh_token: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

interface TokenAnswer {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
/** Renew an access token this long before it expires. */
const RENEW_BEFORE_MS = 60_000
const POLL_DEFAULT_S = 5
const TIMEOUT_MS = 30_000

/**
 * The tokens of an earlier sign-in, or of a new one.
 * @throws FatalError if the sign-in isn't finished, or another listener uses these tokens: each renewal invalidates the
 * previous ones.
 */
export async function signInCredential(deps: Deps): Promise<Credential & { readonly fileLock: Lock }> {
  const { file } = deps
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const fileLock = await lock(file)
  if (fileLock === undefined)
    throw new FatalError(`Another listener uses ${file}. Give this one another --agent.`)
  let tokens = await loadOrSignIn(deps, fileLock)
  let renewing: Promise<void> | undefined

  const renew = () => {
    renewing ??= refresh(deps, tokens)
      .then((next) => void (tokens = next))
      .finally(() => (renewing = undefined))
    return renewing
  }
  return {
    fileLock,
    async token() {
      if (tokens.expires_at - Date.now() < RENEW_BEFORE_MS) await renew()
      return tokens.access_token
    },
    async renew(refused) {
      if (tokens.access_token === refused) await renew()
      return true
    },
    advice: `Delete ${file} and start again to sign in anew.`,
  }
}

async function loadOrSignIn(deps: Deps, fileLock: Lock): Promise<StoredTokens> {
  try {
    return (await readTokens(deps)) ?? (await signIn(deps))
  } catch (error) {
    await fileLock.release()
    throw error
  }
}

async function readTokens({ file, url }: Deps): Promise<StoredTokens | undefined> {
  try {
    const tokens = JSON.parse(await readFile(file, 'utf8')) as StoredTokens
    return tokens.url === url && tokens.refresh_token !== '' ? tokens : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new FatalError(`The sign-in in ${file} can't be read: ${textOf(error)}`)
  }
}

/** Synced before use: losing a rotated refresh token would end the sign-in. */
async function storeTokens(
  { file, url }: Deps,
  clientId: string,
  granted: TokenAnswer,
): Promise<StoredTokens> {
  const { access_token, refresh_token, expires_in } = granted
  const expires_at = Date.now() + expires_in * 1000
  const tokens: StoredTokens = { url, client_id: clientId, access_token, refresh_token, expires_at }
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(`${JSON.stringify(tokens, null, 2)}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  return tokens
}

async function refresh(deps: Deps, tokens: StoredTokens): Promise<StoredTokens> {
  const { client_id, refresh_token } = tokens
  try {
    const granted = await post(deps.url, '/oauth/token', {
      grant_type: 'refresh_token',
      client_id,
      refresh_token,
    })
    return await storeTokens(deps, client_id, granted as TokenAnswer)
  } catch (error) {
    if (!(error instanceof Refused) || error.status === 429 || error.status >= 500) throw error
    throw new FatalError(`The sign-in has ended: ${textOf(error)}. Delete ${deps.file} and start again.`)
  }
}

async function signIn(deps: Deps): Promise<StoredTokens> {
  const { url, agent, signal, log } = deps
  const { client_id } = (await retry(deps, 'Signing in', () =>
    post(url, '/oauth/register', {
      client_name: 'flockwork-listen',
      grant_types: [DEVICE_GRANT, 'refresh_token'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'none',
    }),
  )) as { client_id: string }
  const resource = agent === undefined ? `${url}/mcp` : `${url}/mcp/agents/${agent}`
  const device = (await post(url, '/oauth/device', { client_id, resource, scope: 'mcp messages:write' })) as {
    device_code: string
    user_code: string
    verification_uri: string
    expires_in: number
    interval?: number
  }
  log(`To sign in, open ${device.verification_uri} and enter the code ${device.user_code}`)

  const giveUpAt = Date.now() + device.expires_in * 1000
  let intervalS = device.interval ?? POLL_DEFAULT_S
  while (Date.now() < giveUpAt) {
    await pause(intervalS * 1000, signal)
    if (signal.aborted) throw new FatalError('Not signed in')
    try {
      const fields = { grant_type: DEVICE_GRANT, client_id, device_code: device.device_code }
      return await storeTokens(deps, client_id, (await post(url, '/oauth/token', fields)) as TokenAnswer)
    } catch (error) {
      if (error instanceof FatalError) throw error
      if (!(error instanceof Refused) || error.status >= 500 || error.status === 429) continue
      if (error.code === 'slow_down') intervalS += POLL_DEFAULT_S
      else if (error.code === 'access_denied') throw new FatalError('The sign-in was refused')
      else if (error.code !== 'authorization_pending') break
    }
  }
  throw new FatalError('Nobody entered the code in time. Start again for another.')
}

/** Registration takes JSON, everything else a form. */
async function post(url: string, path: string, fields: Record<string, unknown>): Promise<unknown> {
  const isJson = path === '/oauth/register'
  const response = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }) },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields as Record<string, string>),
  })
  if (!response.ok) throw await refusalOf(response, url)
  return response.json()
}
