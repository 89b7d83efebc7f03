import type { Session } from '@flockwork/contract/auth'
import { expect, test } from 'vitest'
import { createKeys } from '../storage/keys.ts'
import { createSafeStorage } from '../storage/safe-storage.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { manualTimers } from './manual-timers.ts'
import { createRefresher, nextRefreshMs } from './refresh.ts'
import { createTabChannel, type Wire } from './tab-channel.ts'
import { testToken } from './test-token.ts'
import { createTokens } from './tokens.ts'

const HOUR_S = 3600

function tab(exchange: (count: number) => Promise<Session>, wire: Wire | null = null, name = 'a') {
  const timers = manualTimers()
  const storage = createSafeStorage(() => null)
  const tokens = createTokens({ storage, keys: createKeys(storage), now: timers.now })
  let exchanges = 0
  const refresher = createRefresher({
    exchange: () => exchange((exchanges += 1)),
    tokens,
    channel: createTabChannel(wire, name),
    timers,
  })
  return { timers, tokens, refresher, exchanges: () => exchanges }
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
  { remaining: -5, wait: 0 },
  { remaining: null, wait: null },
])('with $remaining ms left the refresh comes after $wait ms', ({ remaining, wait }) => {
  expect(nextRefreshMs(remaining)).toBe(wait)
})

test('a refused refresh says that the session is over', async () => {
  const { timers, tokens, refresher } = tab(() => Promise.reject(new ApiError(401, null)))
  let over = 0
  tokens.set(sessionFrom(0).access_token)
  refresher.start(() => (over += 1))
  await timers.pass(0.75 * HOUR_S * 1000)
  expect(over).toBe(1)
})

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
  { event: 'becameVisible', remaining: 299_000, refreshes: true },
  { event: 'becameVisible', remaining: 301_000, refreshes: false },
  { event: 'cameOnline', remaining: 599_000, refreshes: true },
  { event: 'cameOnline', remaining: 601_000, refreshes: false },
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

test('a tab that died in the middle of a refresh holds up nobody for more than 30 s', async () => {
  const { wireA, wireB } = twoWires()
  createTabChannel(wireA, 'a').tell({ type: 'refresh_start' })
  const other = tab(async () => sessionFrom(9), wireB, 'b')
  createTabChannel(wireA, 'a').tell({ type: 'refresh_start' })

  const refresh = other.refresher.refresh()
  await other.timers.pass(29_999)
  expect(other.exchanges()).toBe(0)
  await other.timers.pass(1)
  expect(await refresh).toMatchObject({ kind: 'refreshed', session: sessionFrom(9) })
})

/** Two ends of one channel: what is posted at one is heard at the other. */
function twoWires(): { wireA: Wire; wireB: Wire } {
  const wire = (to: () => Wire): Wire => ({
    onmessage: null,
    postMessage: (data) => to().onmessage?.(new MessageEvent('message', { data })),
  })
  const wireA: Wire = wire(() => wireB)
  const wireB: Wire = wire(() => wireA)
  return { wireA, wireB }
}
