import { expect, test } from 'vitest'
import { Busy } from '../../platform/errors.ts'
import { createComposer } from './composer.ts'
import type { Material } from './material.ts'

const EMPTY: Material = {
  reader: { accountId: 'p-1', username: 'ana', kind: 'user', ownerId: null, ownerUsername: null },
  space: { id: 's-1', name: 'Field Lab' },
  address: 'https://flock.example',
  span: { after: 0, until: 0, asOf: 0, withUnread: true, skip: 0 },
  from: null,
  to: null,
  said: '[]',
  reacted: '[]',
  isCut: false,
  accounts: [],
  addressed: [],
  addressedCount: 0,
  tasks: [],
}

test('a failing job does not affect the others, and the thread continues', async () => {
  const composer = createComposer(() => {})
  const bad = composer.compose({ ...EMPTY, said: 'no JSON' }, { tokens: 500 })
  const good = composer.compose(EMPTY, { tokens: 500 })
  await expect(bad).rejects.toThrow(/JSON/)
  expect((await good).text).toBe('Nothing new in Field Lab.')
  await composer.stop()
})

test('jobs in progress at the stop are refused as busy, and an unused composer stops, too', async () => {
  const composer = createComposer(() => {})
  await composer.stop()
  const late = composer.compose(EMPTY, { tokens: 500 })
  await Promise.all([expect(late).rejects.toThrow(Busy), composer.stop()])
})
