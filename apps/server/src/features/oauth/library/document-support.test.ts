import { expect, test, vi } from 'vitest'
import { movableClock } from '../../../platform/clock.ts'
import { createDocumentSupport, type DocumentSetting } from './document-support.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000

test.for([
  { setting: 'on', reaches: false, isOn: true, because: 'the operator knows better' },
  { setting: 'off', reaches: true, isOn: false, because: 'the operator wants none' },
  { setting: 'auto', reaches: true, isOn: true, because: 'documents can be fetched' },
  { setting: 'auto', reaches: false, isOn: false, because: 'the network is closed' },
] as const)('documents on=$isOn with $setting because $because', async ({ setting, reaches, isOn }) => {
  const support = createDocumentSupport({ setting, probe: async () => reaches, clock: movableClock() })
  expect(await support.isOn()).toBe(isOn)
})

test.for(['on', 'off'] satisfies DocumentSetting[])('nothing is probed with %s', async (setting) => {
  const probe = vi.fn(async () => true)
  await createDocumentSupport({ setting, probe, clock: movableClock() }).isOn()
  expect(probe).not.toHaveBeenCalled()
})

test('a change of the network is noticed, without making anyone wait', async () => {
  const clock = movableClock()
  clock.freeze()
  const answers = [Promise.resolve(false), Promise.withResolvers<boolean>(), Promise.resolve(false)] as const
  const probe = vi.fn(async () => answers[2])
  probe.mockImplementationOnce(async () => answers[0]).mockImplementationOnce(async () => answers[1].promise)
  const support = createDocumentSupport({ setting: 'auto', probe, clock })

  expect(await support.isOn()).toBe(false)
  clock.moveTo(clock.now() + TEN_MINUTES_MS - 1)
  expect(await support.isOn()).toBe(false)
  expect(probe).toHaveBeenCalledTimes(1)
  clock.moveTo(clock.now() + 1)
  expect(await support.isOn()).toBe(false)
  answers[1].resolve(true)
  await expect.poll(() => support.isOn()).toBe(true)
  expect(probe).toHaveBeenCalledTimes(2)
  clock.moveTo(clock.now() + TEN_MINUTES_MS)
  await expect.poll(() => support.isOn()).toBe(false)
  expect(probe).toHaveBeenCalledTimes(3)
})
