/**
 * How the web app's requests travel: token and device id on each, one refresh and one repeat after a 401
 * or a changed context, patience after a 429 (platform, section 8). It never shows anything.
 */
import { asRecord } from './api-error.ts'
import type { ApiRequest, Send } from './client.ts'
import type { Refresher, Timers } from './refresh.ts'
import { judge429, pausedAgent, type PausedAgent } from './retry-after.ts'
import type { Tokens } from './tokens.ts'

export type EndReason = 'token_refresh_failed' | 'org_context_refresh_failed'

interface Needs {
  fetch: typeof fetch
  tokens: Tokens
  refresher: Pick<Refresher, 'refresh'>
  deviceId: () => string
  timers: Timers
  /** The session can't be saved; whoever holds it ends it. */
  onSessionOver: (reason: EndReason) => void
  onAgentPaused: (paused: PausedAgent) => void
}

const CONTEXT_CHANGED = 'ORG_CONTEXT_CHANGED'
const CONTEXT_CHANGED_TEXT = 'Organization context has changed'

export function createTransport(needs: Needs): Send {
  const { fetch, tokens, refresher, deviceId, timers, onSessionOver, onAgentPaused } = needs
  let heldUntil = 0

  return async (request) => {
    const needsSession = request.access !== 'public'
    if (needsSession && tokens.isExpired()) await refresher.refresh()

    const first = await sendPatiently(request)
    const reason = needsSession ? await saveableBy(first) : null
    if (reason === null) return first

    const result = await refresher.refresh()
    if (result.kind === 'refreshed') return sendPatiently(request)
    if (result.kind === 'refused' && !(await isStillSignedIn(request.url))) onSessionOver(reason)
    return first
  }

  /** One request, repeated while the server asks for patience and the wait is bearable. */
  async function sendPatiently(request: ApiRequest): Promise<Response> {
    for (let refusedBefore = 0; ; refusedBefore += 1) {
      await pause(heldUntil - timers.now(), request.signal)
      const response = await sendOnce(request)
      if (response.status !== 429) return response

      const body = await peek(response)
      const paused = pausedAgent(body)
      if (paused) onAgentPaused(paused)
      const verdict = judge429({ headers: response.headers, body, refusedBefore, random: timers.random() })
      if (!verdict.retry) {
        if (verdict.holdMs > 0) heldUntil = Math.max(heldUntil, timers.now() + verdict.holdMs)
        return response
      }
      await pause(verdict.waitMs, request.signal)
    }
  }

  function sendOnce({ method, url, headers, body, signal }: ApiRequest): Promise<Response> {
    const token = tokens.get()
    return fetch(url, {
      method,
      headers: { ...headers, 'x-device-id': deviceId(), ...(token && { authorization: `Bearer ${token}` }) },
      credentials: 'same-origin',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  }

  /** The refresh may have been refused for a session that another tab has just renewed. */
  async function isStillSignedIn(url: string): Promise<boolean> {
    const base = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? ''
    try {
      const answer = await sendOnce({ method: 'GET', url: `${base}/auth/me`, access: 'session', headers: {} })
      return answer.status !== 401
    } catch {
      return true
    }
  }

  function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const cancel = timers.after(ms, resolve)
      signal?.addEventListener('abort', () => {
        cancel()
        reject(new DOMException('The call was given up', 'AbortError'))
      })
    })
  }
}

/** Why a refresh may save this call; null when it can't. */
async function saveableBy(response: Response): Promise<EndReason | null> {
  if (response.status === 401) return 'token_refresh_failed'
  if (response.status !== 409) return null
  const body = asRecord(await peek(response))
  const detail = body?.['detail']
  const isContext =
    body?.['code'] === CONTEXT_CHANGED ||
    asRecord(detail)?.['code'] === CONTEXT_CHANGED ||
    (typeof detail === 'string' && detail.includes(CONTEXT_CHANGED_TEXT))
  return isContext ? 'org_context_refresh_failed' : null
}

/** The JSON of an answer that is read again later; null when it has none. */
async function peek(response: Response): Promise<unknown> {
  try {
    return (await response.clone().json()) as unknown
  } catch {
    return null
  }
}
