import { expect, test } from 'vitest'
import { createKeys } from '../storage/keys.ts'
import { createSafeStorage } from '../storage/safe-storage.ts'
import type { ApiRequest } from './client.ts'
import { manualTimers } from './manual-timers.ts'
import type { RefreshResult } from './session/exchange.ts'
import { testToken } from './session/test-token.ts'
import { createTokens } from './session/tokens.ts'
import { createTransport, type EndReason } from './transport.ts'
import type { PausedAgent } from './retry-after.ts'

const OLD = testToken({ sub: 'ana', iat: 0, exp: 3600 })
const NEW = testToken({ sub: 'ana', iat: 1, exp: 3601 })
const GET: ApiRequest = { method: 'GET', url: '/api/organizations/', access: 'session', headers: {} }
const LOGIN: ApiRequest = { method: 'POST', url: '/auth/login', access: 'public', headers: {} }

interface Given {
  answers: (Response | Error)[]
  refresh?: RefreshResult
  /** How the person responds to the reauthentication prompt. */
  proofs?: boolean[]
}

function setUp({ answers, refresh = { kind: 'refused' }, proofs = [] }: Given) {
  const timers = manualTimers()
  const storage = createSafeStorage(() => null)
  const tokens = createTokens({ storage, keys: createKeys(storage), now: timers.now })
  tokens.set(OLD)
  const sent: { url: string; token: string | null; device: string | null }[] = []
  const over: EndReason[] = []
  const paused: PausedAgent[] = []
  const warnings: string[] = []
  const once: (() => Response)[] = []
  let refreshes = 0
  const send = createTransport({
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      sent.push({
        url: typeof url === 'string' ? url : '',
        token: headers.get('authorization'),
        device: headers.get('x-device-id'),
      })
      const [act] = once.splice(0, 1)
      const answer = act?.() ?? answers.shift() ?? Response.json({})
      if (answer instanceof Error) throw answer
      return answer
    },
    tokens,
    refresher: {
      refresh: async () => {
        refreshes += 1
        if (refresh.kind === 'refreshed') tokens.set(NEW)
        return refresh
      },
    },
    deviceId: () => 'laptop',
    timers,
    onSessionOver: (reason) => over.push(reason),
    onAgentPaused: (agent) => paused.push(agent),
    askForProof: async () => proofs.shift() ?? false,
    warn: (message) => warnings.push(message),
  })
  const onceAsked = (act: () => Response) => once.push(act)
  return { send, sent, onceAsked, over, paused, warnings, timers, tokens, refreshes: () => refreshes }
}

const refusal = (status: number, body: unknown = {}) => Response.json(body, { status })

test('each request carries the token and the device', async () => {
  const { send, sent } = setUp({ answers: [] })
  await send(GET)
  expect(sent).toEqual([{ url: GET.url, token: `Bearer ${OLD}`, device: 'laptop' }])
})

test('a 401 is refreshed and repeated once', async () => {
  const { send, sent, over } = setUp({
    answers: [refusal(401)],
    refresh: { kind: 'refreshed', session: null },
  })
  expect((await send(GET)).status).toBe(200)
  expect(sent.map(({ token }) => token)).toEqual([`Bearer ${OLD}`, `Bearer ${NEW}`])
  expect(over).toEqual([])
})

test('a second 401 is returned', async () => {
  const answers = [refusal(401), refusal(401)]
  const { send, sent, refreshes } = setUp({ answers, refresh: { kind: 'refreshed', session: null } })
  expect((await send(GET)).status).toBe(401)
  expect([sent.length, refreshes()]).toEqual([2, 1])
})

const NO_PROOF = { error: 'reauthentication_required', detail: 'Enter your password first' }

test.for([
  { does: 'prove who they are', proofs: [true], status: 200, calls: 2 },
  { does: 'not', proofs: [false], status: 403, calls: 1 },
  { does: 'prove it, and it is asked for again', proofs: [true], again: true, status: 403, calls: 2 },
])('a call that needs a proof is made again when people $does', async ({ proofs, again, status, calls }) => {
  const answers = [refusal(403, NO_PROOF), ...(again ? [refusal(403, NO_PROOF)] : [])]
  const { send, sent } = setUp({ answers, proofs })
  const response = await send(GET)
  expect([response.status, sent.length]).toEqual([status, calls])
  if (status === 403) expect(await response.json()).toEqual(NO_PROOF)
})

test('any other 403 does not prompt for reauthentication', async () => {
  const { send, sent } = setUp({ answers: [refusal(403, { error: 'forbidden' })], proofs: [true] })
  expect([(await send(GET)).status, sent.length]).toEqual([403, 1])
})

test('a rejected refresh ends the session once /auth/me rejects the token, too', async () => {
  const { send, sent, over } = setUp({ answers: [refusal(401), refusal(401)] })
  expect((await send(GET)).status).toBe(401)
  expect(sent.map(({ url }) => url)).toEqual([GET.url, '/auth/me'])
  expect(over).toEqual(['token_refresh_failed'])
})

test('a session that /auth/me still accepts goes on', async () => {
  const { send, over } = setUp({ answers: [refusal(401), Response.json({})] })
  await send(GET)
  expect(over).toEqual([])
})

test('a refresh without a response does not end the session', async () => {
  const { send, over } = setUp({ answers: [refusal(401)], refresh: { kind: 'unavailable', error: null } })
  expect((await send(GET)).status).toBe(401)
  expect(over).toEqual([])
})

test.for([
  { body: { code: 'ORG_CONTEXT_CHANGED', detail: 'x' }, because: 'the code says it' },
  { body: { detail: { code: 'ORG_CONTEXT_CHANGED' } }, because: "the detail's code says it" },
  { body: { detail: 'Organization context has changed' }, because: 'the words say it' },
  { body: { detail: 'Sorry: Organization context has changed.' }, because: 'the words contain it' },
  { body: { error: 'ORG_CONTEXT_CHANGED' }, because: 'the error says it' },
  { body: { detail: { message: 'Organization context has changed' } }, because: "the detail's words say it" },
])('a changed context is refreshed and repeated: $because', async ({ body }) => {
  const { send, sent } = setUp({
    answers: [refusal(409, body)],
    refresh: { kind: 'refreshed', session: null },
  })
  expect((await send(GET)).status).toBe(200)
  expect(sent).toHaveLength(2)
})

test('any other conflict is returned', async () => {
  const { send, refreshes } = setUp({ answers: [refusal(409, { detail: { code: 'LIMIT_REACHED' } })] })
  expect((await send(GET)).status).toBe(409)
  expect(refreshes()).toBe(0)
})

test('a wrong password is no reason to refresh', async () => {
  const { send, refreshes } = setUp({ answers: [refusal(401)] })
  expect((await send(LOGIN)).status).toBe(401)
  expect(refreshes()).toBe(0)
})

test('a token about to expire is refreshed before the request', async () => {
  const { send, sent, timers } = setUp({ answers: [], refresh: { kind: 'refreshed', session: null } })
  await timers.pass(3_540_000)
  await send(GET)
  expect(sent.map(({ token }) => token)).toEqual([`Bearer ${NEW}`])
})

test('a 429 is waited out twice, then it is returned and later requests are delayed', async () => {
  const busy = () => refusal(429, { retry_after: 20 })
  const { send, sent, timers } = setUp({ answers: [busy(), busy(), busy()] })
  const first = send(GET)
  await timers.pass(20_000)
  expect(sent).toHaveLength(2)
  await timers.pass(20_000)
  expect((await first).status).toBe(429)
  expect(sent).toHaveLength(3)

  const later = send(GET)
  await timers.pass(9999)
  expect(sent).toHaveLength(3)
  await timers.pass(1)
  expect((await later).status).toBe(200)
})

test('a wait of more than 60 s fails at once', async () => {
  const { send, sent } = setUp({ answers: [refusal(429, { retry_after: 61 })] })
  expect((await send(GET)).status).toBe(429)
  expect(sent).toHaveLength(1)
})

test('a paused agent is reported and delays no other calls', async () => {
  const body = { type: 'agent_circuit_breaker', key: 'agent:scout', retry_after: 30 }
  const { send, sent, paused } = setUp({ answers: [refusal(429, body)] })
  expect((await send(GET)).status).toBe(429)
  await send(GET)
  expect(sent).toHaveLength(2)
  expect(paused).toEqual([{ key: 'agent:scout', username: 'scout', retryAfterS: 30 }])
})

test('a token is treated as expired a minute before its end, and not a millisecond earlier', async () => {
  const { send, sent, timers, refreshes } = setUp({
    answers: [],
    refresh: { kind: 'refreshed', session: null },
  })
  timers.sleep(3_539_999)
  await send(GET)
  expect([refreshes(), sent[0]?.token]).toEqual([0, `Bearer ${OLD}`])
  timers.sleep(1)
  await send(GET)
  expect(refreshes()).toBe(1)
})

test('a call whose token was refreshed while it was in flight is retried without another refresh', async () => {
  const setup = setUp({ answers: [] })
  const { send, sent, tokens, refreshes } = setup
  setup.onceAsked(() => {
    tokens.set(NEW)
    return refusal(401)
  })
  expect((await send(GET)).status).toBe(200)
  expect(sent.map(({ token }) => token)).toEqual([`Bearer ${OLD}`, `Bearer ${NEW}`])
  expect(refreshes()).toBe(0)
})

test('a 403 is returned, and only logged', async () => {
  const { send, sent, warnings, over, refreshes } = setUp({ answers: [refusal(403)] })
  expect((await send(GET)).status).toBe(403)
  expect([sent.length, refreshes(), over]).toEqual([1, 0, []])
  expect(warnings).toEqual([expect.stringContaining('no member')])
})

test('an agent’s limit is neither waited out nor delays other calls', async () => {
  const { send, sent, paused } = setUp({ answers: [refusal(429, { scope: 'agent', retry_after: 20 })] })
  expect((await send(GET)).status).toBe(429)
  expect((await send(GET)).status).toBe(200)
  expect([sent.length, paused]).toEqual([2, []])
})

test.for([
  { retryAfter: 60, sentAfterAMinute: 2 },
  { retryAfter: 60.001, sentAfterAMinute: 1 },
])('a wait of $retryAfter s: sent $sentAfterAMinute times', async ({ retryAfter, sentAfterAMinute }) => {
  const { send, sent, timers } = setUp({ answers: [refusal(429, { retry_after: retryAfter })] })
  void send(GET)
  await timers.pass(60_000)
  expect(sent).toHaveLength(sentAfterAMinute)
})

test.for([
  { when: 'while it waits out a 429', first: 20, abortAtMs: 5000 },
  { when: 'while calls are held back', first: 61, abortAtMs: 5000 },
  { when: 'before it begins', first: 61, abortAtMs: 0 },
])('a call given up $when ends at once and sends nothing more', async ({ first, abortAtMs }) => {
  const { send, sent, timers } = setUp({ answers: [refusal(429, { retry_after: first })] })
  // with a wait of more than a minute it fails at once, and delays the next call
  if (first > 60) await send(GET)
  const abort = new AbortController()
  if (abortAtMs === 0) abort.abort()
  const call = send({ ...GET, signal: abort.signal }).catch((error: unknown) => error)
  await timers.pass(abortAtMs)
  abort.abort()
  expect(await call).toMatchObject({ name: 'AbortError' })
  await timers.pass(60_000)
  expect(sent).toHaveLength(1)
  expect(timers.waits()).toEqual([])
})

test('a network error is passed on, and does not end the session', async () => {
  const { send, over, refreshes } = setUp({ answers: [new TypeError('fetch failed')] })
  await expect(send(GET)).rejects.toThrow('fetch failed')
  expect([over, refreshes()]).toEqual([[], 0])
})

test('a network error on the retry does not end the session either', async () => {
  const { send, over } = setUp({
    answers: [refusal(401), new TypeError('fetch failed')],
    refresh: { kind: 'refreshed', session: null },
  })
  await expect(send(GET)).rejects.toThrow('fetch failed')
  expect(over).toEqual([])
})

test('without a token a call fails as auth_unavailable and is never sent', async () => {
  const { send, sent, tokens, over } = setUp({ answers: [], refresh: { kind: 'unavailable', error: null } })
  tokens.clear()
  await expect(send(GET)).rejects.toMatchObject({ code: 'auth_unavailable' })
  expect([sent, over]).toEqual([[], []])
})
