/** The stream's own, later check of the token (docs/rules/realtime.md#connection). */
import type { Session } from '@flockwork/contract/auth'
import { expect, test } from 'vitest'
import { manualTimers } from '../api/manual-timers.ts'
import { createRefresher } from '../api/session/refresh.ts'
import { createTabChannel } from '../api/session/tab-channel.ts'
import { testToken } from '../api/session/test-token.ts'
import { createTokens } from '../api/session/tokens.ts'
import { createKeys } from '../storage/keys.ts'
import { createSafeStorage } from '../storage/safe-storage.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000

test.for([
  { environment: 'production', iat: 0, life: HOUR_MS, age: 0.8, refreshes: true },
  { environment: 'production', iat: 0, life: HOUR_MS, age: 0.7999, refreshes: false },
  { environment: 'staging', iat: 0, life: HOUR_MS, age: 0.7999, refreshes: false },
  { environment: 'production', iat: undefined, life: HOUR_MS, age: 0.8, refreshes: true },
  { environment: 'production', iat: undefined, life: HOUR_MS, age: 0.7999, refreshes: false },
  { environment: 'staging', iat: undefined, life: QUARTER_MS, age: 0.8, refreshes: true },
  { environment: 'staging', iat: undefined, life: QUARTER_MS, age: 0.7999, refreshes: false },
])(
  'on $environment a token made at $iat that ends after $life ms is refreshed at $age of it: $refreshes',
  async ({ environment, iat, life, age, refreshes }) => {
    const timers = manualTimers()
    const storage = createSafeStorage(() => null)
    const keys = createKeys(storage)
    keys.setEnvironment(environment)
    const tokens = createTokens({ storage, keys, now: timers.now })
    tokens.set(testToken({ sub: 'ana', exp: life / 1000, ...(iat !== undefined && { iat }) }))
    let exchanges = 0
    const refresher = createRefresher({
      exchange: () => {
        exchanges += 1
        return new Promise<Session>(() => {})
      },
      tokens,
      channel: createTabChannel(null, 'a'),
      timers,
    })
    refresher.start(() => {})

    // the device slept through the refresh at 75 %: otherwise there is nothing left to do
    timers.sleep(life * age)
    refresher.checkForStream()

    await timers.pass(0)
    expect(exchanges).toBe(refreshes ? 1 : 0)
  },
)
