import { expect, test, vi } from 'vitest'
import type { Bus } from '../../../platform/bus.ts'
import { DEFAULT_SETTINGS, type GuardSettings } from '../settings.ts'
import { createLiveSettings } from './live-settings.ts'

/** Stored settings, a clock, and a bus that the test controls. */
function node() {
  const stored = { settings: { ...DEFAULT_SETTINGS } as GuardSettings, at: 0 }
  const listeners = new Set<() => void>()
  const bus: Pick<Bus, 'subscribe'> = {
    subscribe(_kinds, listener) {
      const call = () => (listener as (message: object) => void)({})
      listeners.add(call)
      return () => listeners.delete(call)
    },
  }
  const load = vi.fn<() => Promise<GuardSettings>>(async () => stored.settings)
  const live = createLiveSettings({ bus, load, now: () => stored.at })
  return { stored, load, live, publish: () => listeners.forEach((call) => call()) }
}

const other: GuardSettings = { modes: new Map(), patterns: [] }

test('settings are read once for many texts, including those that arrive during the read', async () => {
  const { live, load } = node()
  await Promise.all([live.current(), live.current(), live.current()])
  await live.current()
  expect(load).toHaveBeenCalledTimes(1)
})

test('after a message that they changed they are re-read for the next text', async () => {
  const { live, stored, publish } = node()
  await live.current()
  stored.settings = other
  publish()
  expect(await live.current()).toBe(other)
})

test('without a message they are re-read within 5 seconds', async () => {
  const { live, stored } = node()
  const first = await live.current()
  stored.settings = other
  stored.at = 3000
  expect(await live.current()).toBe(first)
  stored.at = 5000
  expect(await live.current()).toBe(other)
})

test('a read that started before a change is not used after it', async () => {
  const { live, load, stored, publish } = node()
  const old = Promise.withResolvers<GuardSettings>()
  load.mockImplementationOnce(() => old.promise)
  const asked = live.current()
  stored.settings = other
  publish()
  old.resolve(DEFAULT_SETTINGS)
  expect(await asked).toBe(other)
  expect(await live.current()).toBe(other)
})

test('while they cannot be read nobody gets any, not even stale ones', async () => {
  const { live, load, stored } = node()
  await live.current()
  stored.at = 5000
  load.mockRejectedValueOnce(new Error('The database is away'))
  await expect(live.current()).rejects.toThrow('The database is away')
  expect(await live.current()).toBe(stored.settings)
})
