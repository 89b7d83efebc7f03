import { expect, test } from 'vitest'
import { isFeatureOn } from './feature-flags.ts'
import { createKeys } from './keys.ts'
import { createSafeStorage } from './safe-storage.ts'

test.for([
  ['sse_messages', null, true],
  ['sse_messages', 'false', false],
  ['sse_messages', 'true', true],
  ['sse_messages', 'perhaps', true],
  ['incremental_polling', null, true],
  ['incremental_polling', 'false', false],
  ['reduced_initial_load', null, false],
  ['reduced_initial_load', 'true', true],
  ['reduced_initial_load', 'false', false],
] as const)('%s kept as %s is on: %s', ([flag, value, isOn]) => {
  const storage = createSafeStorage(() => null)
  const keys = createKeys(storage)
  if (value !== null) storage.set(`ax_production_feature:${flag}`, value)
  expect(isFeatureOn(storage, keys, flag)).toBe(isOn)
})

test("a logout doesn't reset this device's feature flags", () => {
  const storage = createSafeStorage(() => null)
  const keys = createKeys(storage)
  storage.set(keys.in('feature', 'sse_messages'), 'false')
  keys.wipeSession()
  keys.wipeAll('ana')
  expect(isFeatureOn(storage, keys, 'sse_messages')).toBe(false)
})
