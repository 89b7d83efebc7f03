/** Signing in without a browser on this machine (RFC 8628), and the tokens that come of it. */
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { refusalOf } from './api.ts'
import { pause } from './backoff.ts'
import type { Credential } from './credential.ts'
import { Refused, Stop, textOf } from './errors.ts'
import { insist } from './retry.ts'
import { lock, type Lock } from './lock.ts'

interface Deps {
  readonly url: string
  /** The agent to act as; without, the person chooses one. */
  readonly agent: string | undefined
  /** Where the tokens are kept. */
  readonly file: string
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

interface Kept {
  readonly url: string
  readonly client_id: string
  readonly access_token: string
  readonly refresh_token: string
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

interface Granted {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
/** An access token is renewed so long before it ends. */
const RENEW_BEFORE_MS = 60_000
const POLL_DEFAULT_S = 5
const TIMEOUT_MS = 30_000

/**
 * The tokens of an earlier sign-in, or of one that is asked for now.
 * @throws Stop when the sign-in isn't finished, or another listener uses these tokens: each renewal ends the ones before.
 */
export async function signedIn(deps: Deps): Promise<Credential & { readonly held: Lock }> {
  const { file } = deps
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const held = await lock(file)
  if (held === undefined) throw new Stop(`Another listener uses ${file}. Give this one another --agent.`)
  let kept = await begin(deps, held)
  let renewing: Promise<void> | undefined

  const renew = () => {
    renewing ??= refresh(deps, kept)
      .then((next) => void (kept = next))
      .finally(() => (renewing = undefined))
    return renewing
  }
  return {
    held,
    async token() {
      if (kept.expires_at - Date.now() < RENEW_BEFORE_MS) await renew()
      return kept.access_token
    },
    async renew(refused) {
      if (kept.access_token === refused) await renew()
      return true
    },
    advice: `Delete ${file} and start again to sign in anew.`,
  }
}

async function begin(deps: Deps, held: Lock): Promise<Kept> {
  try {
    return (await readKept(deps)) ?? (await signIn(deps))
  } catch (error) {
    await held.release()
    throw error
  }
}

async function readKept({ file, url }: Deps): Promise<Kept | undefined> {
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Kept
    return kept.url === url && kept.refresh_token !== '' ? kept : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Stop(`The sign-in in ${file} can't be read: ${textOf(error)}`)
  }
}

/** On the disk before it is used: whoever loses a renewed token is signed out. */
async function keep({ file, url }: Deps, clientId: string, granted: Granted): Promise<Kept> {
  const { access_token, refresh_token, expires_in } = granted
  const expires_at = Date.now() + expires_in * 1000
  const kept: Kept = { url, client_id: clientId, access_token, refresh_token, expires_at }
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(`${JSON.stringify(kept, null, 2)}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  return kept
}

async function refresh(deps: Deps, kept: Kept): Promise<Kept> {
  const { client_id, refresh_token } = kept
  try {
    const granted = await post(deps.url, '/oauth/token', {
      grant_type: 'refresh_token',
      client_id,
      refresh_token,
    })
    return await keep(deps, client_id, granted as Granted)
  } catch (error) {
    if (!(error instanceof Refused) || error.status === 429 || error.status >= 500) throw error
    throw new Stop(`The sign-in has ended: ${textOf(error)}. Delete ${deps.file} and start again.`)
  }
}

async function signIn(deps: Deps): Promise<Kept> {
  const { url, agent, signal, log } = deps
  const { client_id } = (await insist(deps, 'Signing in', () =>
    post(url, '/oauth/register', {
      client_name: 'flockwork-listen',
      grant_types: [DEVICE_GRANT, 'refresh_token'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'none',
    }),
  )) as { client_id: string }
  const resource = agent === undefined ? `${url}/mcp` : `${url}/mcp/agents/${agent}`
  const asked = (await post(url, '/oauth/device', { client_id, resource, scope: 'mcp messages:write' })) as {
    device_code: string
    user_code: string
    verification_uri: string
    expires_in: number
    interval?: number
  }
  log(`To sign in, open ${asked.verification_uri} and enter the code ${asked.user_code}`)

  const giveUpAt = Date.now() + asked.expires_in * 1000
  let intervalS = asked.interval ?? POLL_DEFAULT_S
  while (Date.now() < giveUpAt) {
    await pause(intervalS * 1000, signal)
    if (signal.aborted) throw new Stop('Not signed in')
    try {
      const fields = { grant_type: DEVICE_GRANT, client_id, device_code: asked.device_code }
      return await keep(deps, client_id, (await post(url, '/oauth/token', fields)) as Granted)
    } catch (error) {
      if (error instanceof Stop) throw error
      if (!(error instanceof Refused) || error.status >= 500 || error.status === 429) continue
      if (error.code === 'slow_down') intervalS += POLL_DEFAULT_S
      else if (error.code === 'access_denied') throw new Stop('The sign-in was refused')
      else if (error.code !== 'authorization_pending') break
    }
  }
  throw new Stop('Nobody entered the code in time. Start again for another.')
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
