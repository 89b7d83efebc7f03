/** Calls to the server, with the credential of the agent. */
import type { Credential } from './credential.ts'
import { Refused, FatalError } from './errors.ts'

export interface Api {
  /**
   * One call. @returns the body of the answer.
   * @throws Refused; FatalError if the credential is no longer valid; the error of `fetch` without an answer.
   */
  call(method: 'GET' | 'POST', path: string, given?: Given): Promise<unknown>
  /** Opens a stream: resolves with its response once the headers arrived. @throws as `call`. */
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>
}

interface Given {
  readonly json?: unknown
  readonly key?: string
  readonly signal?: AbortSignal
}

const CALL_TIMEOUT_MS = 30_000
/** Caps the server's Retry-After, because it may be restarted with other limits. */
const RETRY_AFTER_MAX_MS = 60 * 60 * 1000

export function createApi(baseUrl: string, credential: Credential): Api {
  const once = async (method: string, path: string, init: RequestInit, headers: Record<string, string>) => {
    const token = await credential.token()
    const response = await fetch(baseUrl + path, {
      ...init,
      method,
      // never send the credential to another host
      redirect: 'manual',
      headers: { 'user-agent': 'flockwork-listen', ...headers, authorization: `Bearer ${token}` },
    })
    return { token, response }
  }

  const send: typeof once = async (...request) => {
    const first = await once(...request)
    if (first.response.status !== 401) return first
    const isRenewed = await credential.renew(first.token)
    const last = isRenewed ? await once(...request) : first
    if (last.response.status !== 401) return last
    const { detail } = await bodyOf(last.response)
    throw new FatalError(`The server refuses the credential (${detail}). ${credential.advice}`)
  }

  return {
    async call(method, path, { json, key, signal } = {}) {
      const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
      const init = {
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }
      const { response } = await send(method, path, init, {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      })
      if (!response.ok) throw await refusalOf(response, baseUrl)
      return response.json()
    },
    async open(path, headers, signal) {
      const { response } = await send('GET', path, { signal }, headers)
      if (!response.ok) throw await refusalOf(response, baseUrl)
      return response
    },
  }
}

/** @returns a FatalError when retrying makes no sense. */
export async function refusalOf(response: Response, baseUrl: string): Promise<Error> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return new FatalError(`${baseUrl} leads to ${headers.get('location')}: give that address instead`)
  }
  const { code, detail, retryAfterS } = await bodyOf(response)
  const seconds = Number(headers.get('retry-after') ?? retryAfterS)
  const retryAfterMs = seconds > 0 ? Math.min(seconds * 1000, RETRY_AFTER_MAX_MS) : undefined
  return new Refused(status, code, detail, retryAfterMs)
}

async function bodyOf(response: Response): Promise<{ code: string; detail: string; retryAfterS: unknown }> {
  const fallback = `the server answered ${response.status}`
  try {
    const body = (await response.json()) as Record<string, unknown>
    const { error, retry_after: retryAfterS } = body
    return { code: typeof error === 'string' ? error : '', detail: detailOf(body, fallback), retryAfterS }
  } catch {
    return { code: '', detail: fallback, retryAfterS: undefined }
  }
}

function detailOf(body: Record<string, unknown>, fallback: string): string {
  const { detail, error_description: description, message } = body
  if (Array.isArray(detail)) return detail.map((one: { msg?: unknown }) => String(one.msg)).join('; ')
  const coded =
    typeof detail === 'object' && detail !== null && 'message' in detail ? detail.message : undefined
  const found = [detail, coded, description, message].find((text) => typeof text === 'string')
  return typeof found === 'string' ? found : fallback
}
