import type { Session } from '@flockwork/contract/auth'
import { REFRESH_GRACE_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { createKeys } from '../../storage/keys.ts'
import { createSafeStorage } from '../../storage/safe-storage.ts'
import { ApiError, NetworkError } from '../api-error.ts'
import { manualTimers } from '../manual-timers.ts'
import { createRefresher, nextRefreshMs } from './refresh.ts'
import { createTabChannel, type TabPort } from './tab-channel.ts'
import { testToken } from './test-token.ts'
import { createTokens } from './tokens.ts'

const HOUR_S = 3600

function tab(
  exchange: (count: number, signal: AbortSignal) => Promise<Session>,
  wire: TabPort | null = null,
  name = 'a',
  random = 0.5,
  storage = createSafeStorage(() => null),
) {
  const timers = manualTimers(0, random)
  const tokens = createTokens({ storage, keys: createKeys(storage), now: timers.now })
  let exchanges = 0
  const refresher = createRefresher({
    exchange: (signal) => exchange((exchanges += 1), signal),
    tokens,
    channel: createTabChannel(wire, name),
    timers,
  })
  return { timers, tokens, refresher, exchanges: () => exchanges }
}

const refusal = (status: number) => new ApiError(status, { error: 'unauthorized' })

/** No answer until it is given up. */
function abortable(signal: AbortSignal): Promise<Session> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

/** A session whose token lives an hour from second `at`. */
function sessionFrom(at: number): Session {
  const access_token = testToken({ sub: 'ana', iat: at, exp: at + HOUR_S })
  return { access_token, token_type: 'bearer', expires_in: HOUR_S, user: {} as Session['user'] }
}

test('two refreshes at once are one', async () => {
  const { refresher, exchanges, tokens } = tab(async (count) => sessionFrom(count))
  const [one, other] = await Promise.all([refresher.refresh(), refresher.refresh()])
  expect(one).toBe(other)
  expect(exchanges()).toBe(1)
  expect(tokens.get()).toBe(sessionFrom(1).access_token)
})

test('a token is refreshed at 75 % of its remaining life, again and again', async () => {
  const { timers, tokens, refresher, exchanges } = tab(async (count) => sessionFrom(count))
  tokens.set(sessionFrom(0).access_token)
  const stop = refresher.start(() => {})
  await timers.pass(0.75 * HOUR_S * 1000 - 1)
  expect(exchanges()).toBe(0)
  await timers.pass(1)
  expect(exchanges()).toBe(1)
  await timers.pass(0.75 * HOUR_S * 1000)
  expect(exchanges()).toBe(2)
  stop()
  expect(timers.waits()).toEqual([])
})

test.for([
  { remaining: 3_600_000, wait: 2_700_000 },
  { remaining: 60_001, wait: 45_000.75 },
  { remaining: 60_000, wait: 0 },
  { remaining: -5, wait: 0 },
  { remaining: null, wait: null },
])('with $remaining ms left the refresh comes after $wait ms', ({ remaining, wait }) => {
  const { timers, tokens } = tab(async (count) => sessionFrom(count))
  if (remaining !== null) {
    tokens.set(sessionFrom(0).access_token)
    timers.sleep(HOUR_S * 1000 - remaining)
  }
  expect(nextRefreshMs(tokens)).toBe(wait)
})

test('an expired token is refreshed at once, but not in a loop when tokens live 5 s', async () => {
  const { timers, tokens, refresher, exchanges } = tab(async (count) => {
    const at = timers.now() / 1000
    const access_token = testToken({ sub: 'ana', iat: at, exp: at + 5, jti: String(count) })
    return { ...sessionFrom(0), access_token }
  })
  tokens.adopt(testToken({ sub: 'ana', iat: -9, exp: -4 }))
  refresher.start(() => {})
  await timers.pass(0)
  expect(exchanges()).toBe(1)
  await timers.pass(30_000)
  expect(exchanges()).toBe(1 + 30 / 3.75)
  expect(tokens.isExpired()).toBe(false)
})

test('a machine that slept past the time refreshes within a minute of waking, without any event', async () => {
  const { timers, tokens, refresher, exchanges } = tab(async () => sessionFrom(timers.now() / 1000))
  tokens.set(sessionFrom(0).access_token)
  refresher.start(() => {})
  await timers.pass(1_800_000)
  timers.sleep(7_200_000)
  await timers.pass(59_999)
  expect(exchanges()).toBe(0)
  await timers.pass(1)
  expect(exchanges()).toBe(1)
  expect(tokens.isExpired()).toBe(false)
})

test('a machine that slept past the time refreshes at once when its tab becomes visible', async () => {
  const { timers, tokens, refresher, exchanges } = tab(async () => sessionFrom(timers.now() / 1000))
  tokens.set(sessionFrom(0).access_token)
  refresher.start(() => {})
  // at 80 % of its life: not about to end, but later than planned
  timers.sleep(0.8 * HOUR_S * 1000)
  refresher.becameVisible()
  await timers.pass(0)
  expect(exchanges()).toBe(1)
})

test('a refused refresh is reported, and the token presented again later unless it is stopped', async () => {
  const { timers, tokens, refresher, exchanges } = tab(() => Promise.reject(refusal(401)))
  let refusals = 0
  tokens.set(sessionFrom(0).access_token)
  const stop = refresher.start(() => (refusals += 1))
  await timers.pass(0.75 * HOUR_S * 1000)
  expect(refusals).toBe(1)
  await timers.pass(900_000)
  expect(refusals).toBeGreaterThan(1)
  stop()
  const asked = exchanges()
  await timers.pass(HOUR_S * 1000)
  expect(exchanges()).toBe(asked)
})

test.for([
  { error: refusal(401), kind: 'refused', because: 'the server says no' },
  { error: refusal(403), kind: 'refused', because: 'the account may not' },
  { error: new ApiError(401, null), kind: 'unavailable', because: "it is a proxy's page" },
  { error: new ApiError(503, { error: 'unavailable' }), kind: 'unavailable', because: 'the server is down' },
  { error: new NetworkError('gone'), kind: 'unavailable', because: 'nobody answers' },
])('a refresh is $kind when $because', async ({ error, kind }) => {
  const { timers, refresher } = tab(() => Promise.reject(error))
  const refresh = refresher.refresh()
  await timers.pass(60_000)
  expect(await refresh).toMatchObject({ kind })
})

test.for([
  { answer: null, because: 'a network that wants a sign-in of its own' },
  { answer: { access_token: 'no token' }, because: 'a token that is none' },
  { answer: {}, because: 'no token' },
])('an answer with $because is no answer, and harms nothing', async ({ answer }) => {
  const { timers, tokens, refresher } = tab(async () => answer as Session)
  tokens.set(sessionFrom(0).access_token)
  const refresh = refresher.refresh()
  await timers.pass(60_000)
  expect(await refresh).toMatchObject({ kind: 'unavailable' })
  expect(tokens.get()).toBe(sessionFrom(0).access_token)
})

test('an answer that is lost is asked for again while the server still gives the same one', async () => {
  const askedAt: number[] = []
  const { timers, refresher } = tab((count, signal) => {
    askedAt.push(timers.now())
    return count === 1 ? abortable(signal) : Promise.resolve(sessionFrom(0))
  })
  const refresh = refresher.refresh()
  await timers.pass(10_000)
  expect(await refresh).toMatchObject({ kind: 'refreshed' })
  expect(askedAt).toEqual([0, 9000])
  expect(askedAt[1]).toBeLessThan(REFRESH_GRACE_MS)
})

test('a refresh that nobody answers is over after 30 s', async () => {
  const { timers, refresher } = tab((_, signal) => abortable(signal))
  let isOver = false
  void refresher.refresh().then(() => (isOver = true))
  await timers.pass(29_999)
  expect(isOver).toBe(false)
  await timers.pass(1)
  expect(isOver).toBe(true)
})

test.for([
  { random: 0, wait: 500 },
  { random: 1, wait: 1500 },
])('with chance $random the retry comes after $wait ms', async ({ random, wait }) => {
  const { timers, refresher, exchanges } = tab(
    (count) => (count === 1 ? Promise.reject(new NetworkError('gone')) : Promise.resolve(sessionFrom(0))),
    null,
    'a',
    random,
  )
  void refresher.refresh()
  await timers.pass(wait - 1)
  expect(exchanges()).toBe(1)
  await timers.pass(1)
  expect(exchanges()).toBe(2)
})

test.for([
  { waitMs: 20_000, exchangesAfter: 2 },
  { waitMs: 30_000, exchangesAfter: 1 },
])(
  'a refresh told to wait $waitMs ms is tried again within 30 s or not at all',
  async ({ waitMs, exchangesAfter }) => {
    const { timers, refresher, exchanges } = tab(() => Promise.reject(new ApiError(429, {}, waitMs)))
    const refresh = refresher.refresh()
    await timers.pass(waitMs - 1)
    expect(exchanges()).toBe(1)
    await timers.pass(1)
    expect(await refresh).toMatchObject({ kind: 'unavailable' })
    expect(exchanges()).toBe(exchangesAfter)
  },
)

test('an unanswered refresh is tried once more after 500 to 1500 ms, and later again', async () => {
  const { timers, tokens, refresher, exchanges } = tab((count) =>
    count < 3 ? Promise.reject(new NetworkError('gone')) : Promise.resolve(sessionFrom(count)),
  )
  let over = 0
  tokens.set(sessionFrom(0).access_token)
  refresher.start(() => (over += 1))
  await timers.pass(0.75 * HOUR_S * 1000)
  expect([exchanges(), timers.waits()]).toEqual([1, [1000]])
  await timers.pass(1000)
  expect([exchanges(), over]).toEqual([2, 0])
  await timers.pass(HOUR_S * 1000)
  expect(exchanges()).toBeGreaterThanOrEqual(3)
  expect(tokens.isExpired()).toBe(false)
})

test.for([
  { event: 'becameVisible', remaining: 300_000, refreshes: true },
  { event: 'becameVisible', remaining: 300_001, refreshes: false },
  { event: 'cameOnline', remaining: 600_000, refreshes: true },
  { event: 'cameOnline', remaining: 600_001, refreshes: false },
] as const)(
  '$event with $remaining ms left refreshes: $refreshes',
  async ({ event, remaining, refreshes }) => {
    const { timers, tokens, refresher, exchanges } = tab(async (count) => sessionFrom(count))
    tokens.set(testToken({ sub: 'ana', iat: 0, exp: remaining / 1000 }))
    refresher.start(() => {})
    refresher[event]()
    await timers.pass(0)
    expect(exchanges()).toBe(refreshes ? 1 : 0)
  },
)

test('a tab waits for the refresh of another and shares its token', async () => {
  const { wireA, wireB } = twoWires()
  let answer: (session: Session) => void = () => {}
  const first = tab(() => new Promise((resolve) => (answer = resolve)), wireA, 'a')
  const second = tab(async () => sessionFrom(9), wireB, 'b')
  second.tokens.set(sessionFrom(0).access_token)

  const firstRefresh = first.refresher.refresh()
  const secondRefresh = second.refresher.refresh()
  answer(sessionFrom(5))

  expect(await firstRefresh).toMatchObject({ kind: 'refreshed' })
  expect(await secondRefresh).toEqual({ kind: 'refreshed', session: null })
  expect(second.exchanges()).toBe(0)
  expect(second.tokens.get()).toBe(sessionFrom(5).access_token)
})

test.for([
  { other: 'of the same session', sub: 'ana', org_id: 'a', refreshes: 0 },
  { other: 'of another space', sub: 'ana', org_id: 'b', refreshes: 1 },
  { other: 'of another person', sub: 'bob', org_id: 'a', refreshes: 1 },
])(
  'a fresh token $other that another tab stored, whose message is late: $refreshes refreshes',
  async (given) => {
    const { other, refreshes, ...claims } = given
    const storage = createSafeStorage(() => null)
    const { timers, tokens, refresher, exchanges } = tab(
      async (count) => sessionFrom(count),
      null,
      'a',
      0.5,
      storage,
    )
    tokens.set(testToken({ sub: 'ana', org_id: 'a', iat: 0, exp: HOUR_S }))
    const stop = refresher.start(() => {})
    timers.sleep(51 * 60_000)
    storage.set(createKeys(storage).of('userToken'), testToken({ ...claims, iat: 3060, exp: 3060 + HOUR_S }))

    refresher.cameOnline()
    await timers.pass(0)

    expect([other, exchanges()]).toEqual([other, refreshes])
    stop()
  },
)

test('a tab that died in the middle of a refresh holds up nobody for more than 30 s', async () => {
  const { wireA, wireB } = twoWires()
  createTabChannel(wireA, 'a').send({ type: 'refresh_start' })
  const other = tab(async () => sessionFrom(9), wireB, 'b')
  createTabChannel(wireA, 'a').send({ type: 'refresh_start' })

  const refresh = other.refresher.refresh()
  await other.timers.pass(29_999)
  expect(other.exchanges()).toBe(0)
  await other.timers.pass(1)
  expect(await refresh).toMatchObject({ kind: 'refreshed', session: sessionFrom(9) })
})

/** Two ends of one channel: what is posted at one arrives at the other. */
function twoWires(): { wireA: TabPort; wireB: TabPort } {
  const wire = (to: () => TabPort): TabPort => ({
    onmessage: null,
    postMessage: (data) => to().onmessage?.(new MessageEvent('message', { data })),
  })
  const wireA: TabPort = wire(() => wireB)
  const wireB: TabPort = wire(() => wireA)
  return { wireA, wireB }
}
