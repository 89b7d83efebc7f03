import { beforeEach, describe, expect, test } from 'vitest'
import { createKeys, type Keys } from '../../storage/keys.ts'
import { createSafeStorage, type SafeStorage } from '../../storage/safe-storage.ts'
import { memoryBacking } from '../../storage/test-storage.ts'
import { createGuideMemory, type GuideMemory } from './memory.ts'

let map: Map<string, string>
let storage: SafeStorage
let keys: Keys
let memory: GuideMemory

/** Simulates a page reload in the same browser. */
function reload(): void {
  storage = createSafeStorage(() => memoryBacking(map, () => {}))
  keys = createKeys(storage)
  memory = createGuideMemory(storage, keys)
}

beforeEach(() => {
  map = new Map()
  reload()
})

describe('the welcome', () => {
  test('is due until it is dismissed, and then never again for this user of the device', () => {
    expect(memory.isWelcomeDue('ana')).toBe(true)
    reload()
    expect(memory.isWelcomeDue('ana')).toBe(true)

    memory.dismissWelcome('ana')
    expect(memory.isWelcomeDue('ana')).toBe(false)
    keys.wipeAll('ana')
    reload()
    expect(memory.isWelcomeDue('ana')).toBe(false)
    expect(memory.isWelcomeDue('bo')).toBe(true)
  })

  test('is due for nobody on a device where an older version stored a dismissal without a user', () => {
    map.set('ax_production_onboarding_seen_v1', 'true')
    expect(memory.isWelcomeDue('ana')).toBe(false)
    keys.wipeAll('ana')
    keys.setEnvironment('staging')
    reload()
    expect(memory.isWelcomeDue('ana')).toBe(false)
    expect(memory.isWelcomeDue('bo')).toBe(false)
  })

  test.for([
    { flag: 'false', isDue: false, because: 'the flag is off' },
    { flag: 'true', isDue: true, because: 'the flag is on' },
    { flag: 'what is this', isDue: true, because: 'the flag defaults to on' },
  ])('due=$isDue because $because', ({ flag, isDue }) => {
    map.set('ax_production_welcome_enabled', flag)
    expect(memory.isWelcomeDue('ana')).toBe(isDue)
    // and a logout doesn't change the result
    keys.wipeAll('ana')
    expect(memory.isWelcomeDue('ana')).toBe(isDue)
  })

  test("stays dismissed if it was dismissed before the server's environment is known", () => {
    memory.dismissWelcome('ana')
    keys.setEnvironment('staging')
    reload()
    expect(memory.isWelcomeDue('ana')).toBe(false)
  })
})

describe('the banner', () => {
  test('is dismissed per user, and stays dismissed after a logout', () => {
    memory.dismissBanner('ana')
    keys.wipeAll('ana')
    reload()
    expect(memory.isBannerDismissed('ana')).toBe(true)
    expect(memory.isBannerDismissed('bo')).toBe(false)
  })

  test('shows again to a user who reopened it', () => {
    memory.dismissBanner('ana')
    memory.dismissBanner('bo')
    memory.reopenBanner('ana')
    reload()
    expect(memory.isBannerDismissed('ana')).toBe(false)
    expect(memory.isBannerDismissed('bo')).toBe(true)
  })

  test.for(['chirpy_banner', 'chirpy_banner_v1'])('shows to a user who dismissed the older %s', (older) => {
    map.set(`ax_production_${older}:ana`, 'dismissed')
    expect(memory.isBannerDismissed('ana')).toBe(false)
    memory.dismissBanner('ana')
    expect(memory.isBannerDismissed('ana')).toBe(true)
  })
})

describe('the cached state of Chirpy', () => {
  test('is stored for the next load, per user', () => {
    expect(memory.isChirpyDisabled('ana')).toBe(false)
    memory.keepChirpyDisabled('ana', true)
    reload()
    expect(memory.isChirpyDisabled('ana')).toBe(true)
    expect(memory.isChirpyDisabled('bo')).toBe(false)

    memory.keepChirpyDisabled('ana', false)
    expect(memory.isChirpyDisabled('ana')).toBe(false)
  })

  test('is cleared by a logout: it was fetched, not chosen', () => {
    memory.keepChirpyDisabled('ana', true)
    memory.keepChirpyDisabled('bo', true)
    keys.wipeAll('ana')
    expect(memory.isChirpyDisabled('ana')).toBe(false)
    expect(memory.isChirpyDisabled('bo')).toBe(true)
  })
})

test('listeners are called once for a change, and not at all when nothing changed', () => {
  let heard = 0
  const stop = memory.subscribe(() => (heard += 1))
  memory.keepChirpyDisabled('ana', true)
  memory.keepChirpyDisabled('ana', true)
  expect(heard).toBe(1)
  memory.dismissBanner('ana')
  expect(heard).toBe(2)
  stop()
  memory.reopenBanner('ana')
  expect(heard).toBe(2)
})

test('without storage, values last as long as the page is open', () => {
  const blocked = createSafeStorage(() => null)
  memory = createGuideMemory(blocked, createKeys(blocked))
  memory.dismissWelcome('ana')
  memory.dismissBanner('ana')
  expect(memory.isWelcomeDue('ana')).toBe(false)
  expect(memory.isBannerDismissed('ana')).toBe(true)
})
