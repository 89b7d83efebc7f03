import { expect, test } from 'vitest'
import { createKeys } from '../../storage/keys.ts'
import { createSafeStorage } from '../../storage/safe-storage.ts'
import { manualTimers } from '../manual-timers.ts'
import { testToken } from './test-token.ts'
import { createTokens } from './tokens.ts'

const HOUR_S = 3600

function device(aheadS = 0) {
  const timers = manualTimers(aheadS * 1000)
  const storage = createSafeStorage(() => null)
  const keys = createKeys(storage)
  return { timers, storage, keys, openTab: () => createTokens({ storage, keys, now: timers.now }) }
}

const token = (iat: number, sid = 'one', lifeS = HOUR_S) =>
  testToken({ sub: 'ana', sid, iat, exp: iat + lifeS })

test.for([
  { life: HOUR_S, left: 60_001, isExpired: false },
  { life: HOUR_S, left: 60_000, isExpired: true },
  { life: 900, left: 60_001, isExpired: false },
  { life: 900, left: 60_000, isExpired: true },
  { life: 8, left: 2001, isExpired: false },
  { life: 8, left: 2000, isExpired: true },
])('a token of $life s with $left ms left counts as expired: $isExpired', ({ life, left, isExpired }) => {
  const { timers, openTab } = device()
  const tokens = openTab()
  tokens.set(token(0, 'one', life))
  timers.sleep(life * 1000 - left)
  expect([tokens.remainingMs(), tokens.isExpired()]).toEqual([left, isExpired])
})

test.for([-7200, 0, 7200])('a clock %i s ahead is corrected for times from the server', (ahead) => {
  const { timers, openTab } = device(ahead)
  const tokens = openTab()
  tokens.set(token(0))
  timers.sleep(600_000)
  expect([tokens.serverNow(), openTab().serverNow()]).toEqual([600_000, 600_000])
})

test('without a token there is no time left, and no token to call with', () => {
  const tokens = device().openTab()
  expect([tokens.get(), tokens.remainingMs(), tokens.age(), tokens.isExpired()]).toEqual([
    null,
    null,
    null,
    true,
  ])
})

test.for([-7200, 0, 4, 7200])(
  'a clock %i s ahead knows the life of a token, in each tab and after a reload',
  (ahead) => {
    const { timers, openTab } = device(ahead)
    const one = openTab()
    const other = openTab()
    one.set(token(0))
    other.adopt(token(0))
    const reloaded = openTab()
    timers.sleep(600_000)
    for (const tokens of [one, other, reloaded]) {
      const off = Math.abs((tokens.remainingMs() ?? 0) - (HOUR_S * 1000 - 600_000))
      expect(off).toBeLessThanOrEqual(5000)
    }
  },
)

test("another tab's token that arrives late is not treated as fresh", () => {
  const { timers, openTab } = device()
  const tokens = openTab()
  tokens.set(token(0))
  timers.sleep(2 * HOUR_S * 1000)
  tokens.adopt(token(600))
  expect(tokens.remainingMs()).toBe((600 - HOUR_S) * 1000)
})

test('dropping the token leaves the one of another sign-in, stored by another tab', () => {
  const { storage, keys, openTab } = device()
  const [one, other] = [openTab(), openTab()]
  one.set(token(0, 'one'))
  other.set(token(1, 'two'))
  one.clear()
  expect([one.get(), storage.get(keys.of('userToken'))]).toEqual([null, token(1, 'two')])
  other.clear()
  expect(storage.get(keys.of('userToken'))).toBeNull()
})

test('a refreshed token of the same session is dropped with it, whichever tab stored it', () => {
  const { storage, keys, openTab } = device()
  const [one, other] = [openTab(), openTab()]
  one.set(token(0))
  other.set(token(1))
  one.clear()
  expect(storage.get(keys.of('userToken'))).toBeNull()
})

test('an invalid token has no user', () => {
  const { storage, keys, openTab } = device()
  storage.set(keys.of('userToken'), 'garbage')
  const tokens = openTab()
  expect(tokens.get()).toBeNull()
  tokens.set('garbage too')
  expect(tokens.get()).toBeNull()
  tokens.clear()
  expect(storage.get(keys.of('userToken'))).toBeNull()
})
