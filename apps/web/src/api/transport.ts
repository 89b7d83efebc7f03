/**
 * Sends the web app's requests: token and device id on each, one refresh and one retry after a 401 or a changed
 * context, backoff after a 429 (docs/rules/requests.md#after-a-401). It has no UI.
 */
import { asRecord, AuthUnavailable } from './api-error.ts'
import type { ApiRequest, Send } from './client.ts'
import type { RefreshResult } from './session/exchange.ts'
import type { Refresher } from './session/refresh.ts'
import type { Timers } from './timers.ts'
import { judge429, pausedAgent, type PausedAgent } from './retry-after.ts'
import type { Tokens } from './session/tokens.ts'

export type EndReason = 'token_refresh_failed' | 'org_context_refresh_failed'

interface Deps {
  fetch: typeof fetch
  tokens: Tokens
  refresher: Pick<Refresher, 'refresh'>
  deviceId: () => string
  timers: Timers
  /** The session can't be recovered; its owner ends it. */
  onSessionOver: (reason: EndReason) => void
  onAgentPaused: (paused: PausedAgent) => void
  /** Prompts the person to reauthenticate; false if they don't. */
  askForProof: () => Promise<boolean>
  /** For the log. */
  warn: (message: string) => void
}

/** The user of a request: a wait may outlast the session, and it must not be sent with the next user's token. */
type Owner = { userId: string | null } | 'anybody'

interface Answered {
  response: Response
  /** The token that it was sent with. */
  token: string | null
}

const CONTEXT_CHANGED = 'ORG_CONTEXT_CHANGED'
const CONTEXT_CHANGED_TEXT = 'Organization context has changed'

export function createTransport(deps: Deps): Send {
  const { fetch, tokens, refresher, deviceId, timers, onSessionOver, onAgentPaused, askForProof, warn } = deps
  let heldUntil = 0

  return async (request) => {
    if (request.access === 'public') return (await sendPatiently(request, 'anybody')).response
    return sendInSession(request)
  }

  async function sendInSession(request: ApiRequest): Promise<Response> {
    const { signal } = request
    const asked = tokens.claims()
    const before = tokens.isExpired() ? await unlessAborted(refresher.refresh(), signal) : null
    // the cookie may be another user's by now: then the refreshed token is not for this call
    const claims = tokens.claims() && (asked ?? tokens.claims())
    if (claims === null) {
      await endIfOver(before, 'token_refresh_failed', request.url)
      throw new AuthUnavailable('There is no token to call with')
    }
    const owner: Owner = { userId: claims.userId }

    const first = await sendPatiently(request, owner)
    const reason = await saveableBy(first.response)
    if (reason === null) return proven(first.response)

    const renewed = await renew(first.token, before, signal)
    if (renewed.kind === 'refreshed') return proven((await sendPatiently(request, owner)).response)
    await endIfOver(renewed, reason, request.url)
    return first.response

    /** Retries the call once the person has reauthenticated (docs/rules/accounts.md#reauthentication). */
    async function proven(response: Response): Promise<Response> {
      if (!(await needsProof(response)) || !(await unlessAborted(askForProof(), signal))) return response
      return (await sendPatiently(request, owner)).response
    }
  }

  /** The refresh that a rejected call needs, unless another call has refreshed meanwhile, or it was just refused. */
  async function renew(
    usedToken: string | null,
    before: RefreshResult | null,
    signal: AbortSignal | undefined,
  ): Promise<RefreshResult> {
    const now = tokens.get()
    if (now !== null && now !== usedToken && !tokens.isExpired()) return { kind: 'refreshed', session: null }
    if (before?.kind === 'refused') return before
    return unlessAborted(refresher.refresh(), signal)
  }

  async function endIfOver(renewed: RefreshResult | null, reason: EndReason, url: string): Promise<void> {
    if (renewed?.kind === 'refused' && !(await isStillSignedIn(url))) onSessionOver(reason)
  }

  /** One request, retried after each 429 whose wait is short enough. */
  async function sendPatiently(request: ApiRequest, owner: Owner): Promise<Answered> {
    for (let refusedBefore = 0; ; refusedBefore += 1) {
      await pause(heldUntil - timers.now(), request.signal)
      const answered = await sendOnce(request, owner)
      const { response } = answered
      if (response.status === 403) {
        warn(`${request.method} ${request.url} is forbidden: perhaps this user is no member of the space`)
      }
      if (response.status !== 429) return answered

      const { headers } = response
      const body = await peek(response)
      const paused = pausedAgent(body, headers)
      if (paused) onAgentPaused(paused)
      const now = timers.now()
      const verdict = judge429({ headers, body, refusedBefore, random: timers.random(), now })
      if (!verdict.retry) {
        if (verdict.holdMs > 0) heldUntil = Math.max(heldUntil, now + verdict.holdMs)
        return answered
      }
      await pause(verdict.waitMs, request.signal)
    }
  }

  async function sendOnce(
    { method, url, headers, body, signal }: ApiRequest,
    owner: Owner,
  ): Promise<Answered> {
    const token = tokens.get()
    if (owner !== 'anybody' && (token === null || tokens.claims()?.userId !== owner.userId)) {
      throw new AuthUnavailable('The session ended before the call went out')
    }
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'x-device-id': deviceId(), ...(token && { authorization: `Bearer ${token}` }) },
      credentials: 'same-origin',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    return { response, token }
  }

  /** The refresh may have been refused although another tab has just refreshed the session. */
  async function isStillSignedIn(url: string): Promise<boolean> {
    const base = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? ''
    const request: ApiRequest = { method: 'GET', url: `${base}/auth/me`, access: 'session', headers: {} }
    try {
      await pause(heldUntil - timers.now(), undefined)
      return (await sendOnce(request, 'anybody')).response.status !== 401
    } catch {
      return true
    }
  }

  function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    let cancel = () => {}
    const waited = new Promise<void>((resolve) => {
      cancel = timers.after(ms, resolve)
    })
    return unlessAborted(waited, signal).finally(() => cancel())
  }
}

/** `work`, abandoned as soon as the caller aborts the call. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException('The call was given up', 'AbortError'))
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** Why a refresh may save this call; null when it can't. */
async function saveableBy(response: Response): Promise<EndReason | null> {
  if (response.status === 401) return 'token_refresh_failed'
  if (response.status !== 409) return null
  const body = asRecord(await peek(response))
  const detail = body?.['detail']
  const isContext =
    [body?.['code'], body?.['error']].includes(CONTEXT_CHANGED) ||
    asRecord(detail)?.['code'] === CONTEXT_CHANGED ||
    [detail, asRecord(detail)?.['message']].some(
      (words) => typeof words === 'string' && words.includes(CONTEXT_CHANGED_TEXT),
    )
  return isContext ? 'org_context_refresh_failed' : null
}

async function needsProof(response: Response): Promise<boolean> {
  return response.status === 403 && asRecord(await peek(response))?.['error'] === 'reauthentication_required'
}

/** The JSON of a response whose body is read again later; null when it has none. */
async function peek(response: Response): Promise<unknown> {
  try {
    return (await response.clone().json()) as unknown
  } catch {
    return null
  }
}
