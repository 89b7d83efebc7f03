import { expect, test } from 'vitest'
import { createKeys } from '../../../storage/keys.ts'
import { createSafeStorage } from '../../../storage/safe-storage.ts'
import { createPendingStore, resumed, restored, spacesWithPending, type PendingSend } from './pending.ts'

function setUp() {
  const storage = createSafeStorage(() => null)
  const keys = createKeys(storage)
  return {
    storage,
    keys,
    storeOf: (userId: string, spaceId: string) => createPendingStore(storage, keys, userId, spaceId),
    spacesOf: (userId: string) => spacesWithPending(storage, keys, userId),
  }
}

const row = (clientId: string, fields: Partial<PendingSend> = {}): PendingSend => ({
  clientId,
  spaceId: 's1',
  kind: 'message',
  content: `text of ${clientId}`,
  channel: null,
  parentId: null,
  threadRootId: null,
  createdAt: 1000,
  status: 'sending',
  problem: null,
  isUnanswered: false,
  ...fields,
})

const idsIn = (store: ReturnType<typeof createPendingStore>) => store.all().map(({ clientId }) => clientId)

test('what a user has not sent yet is never found, sent or removed by another user of the same browser', () => {
  const { storage, keys, storeOf, spacesOf } = setUp()
  storeOf('ana', 's1').save(row('c1'))

  expect([idsIn(storeOf('bo', 's1')), spacesOf('bo')]).toEqual([[], []])
  storeOf('bo', 's1').save(row('c2'))
  storeOf('bo', 's1').remove('c1')
  expect([idsIn(storeOf('ana', 's1')), idsIn(storeOf('bo', 's1'))]).toEqual([['c1'], ['c2']])

  keys.wipeTexts('bo')
  expect([idsIn(storeOf('ana', 's1')), idsIn(storeOf('bo', 's1'))]).toEqual([['c1'], []])
  expect(storage.keys('')).toHaveLength(1)
})

test('what was written in one space is sent in that space alone', () => {
  const { storeOf, spacesOf } = setUp()
  storeOf('ana', 's1').save(row('c1'))
  storeOf('ana', 's2').save(row('c2', { spaceId: 's2' }))
  storeOf('ana', 's2').save(row('c3', { spaceId: 's2' }))

  expect([idsIn(storeOf('ana', 's1')), idsIn(storeOf('ana', 's2'))]).toEqual([['c1'], ['c2', 'c3']])
  expect(spacesOf('ana')).toEqual(['s1', 's2'])
})

test('rows are returned oldest first, and a later state of a row replaces the earlier one', () => {
  const { storeOf } = setUp()
  const store = storeOf('ana', 's1')
  store.save(row('c2', { createdAt: 2000 }))
  store.save(row('c1', { createdAt: 1000 }))
  store.save(row('c2', { createdAt: 2000, status: 'failed' }))
  expect(store.all().map(({ clientId, status }) => [clientId, status])).toEqual([
    ['c1', 'sending'],
    ['c2', 'failed'],
  ])
})

test.for([
  { value: 'no JSON', because: 'it cannot be parsed' },
  { value: 'null', because: 'it is empty' },
  { value: '{"clientId":"c1","content":"x","createdAt":1}', because: 'it does not say which call sends it' },
  { value: '{"clientId":"c1","createdAt":1,"kind":"message"}', because: 'it has no text' },
])('invalid entries are left out: $because', ({ value }) => {
  const { storage, keys, storeOf } = setUp()
  storage.set(keys.in('pending_v1', 'ana', 's1', 'c1'), value)
  expect(storeOf('ana', 's1').all()).toEqual([])
})

const HOUR_MS = 60 * 60 * 1000
const TOO_OLD = { status: 'failed', problem: 'This was written more than a day ago.', isUnanswered: false }

test.for([
  { fields: { status: 'sending' }, afterMs: 0, becomes: { status: 'queued' }, because: 'it was under way' },
  {
    fields: { status: 'queued' },
    afterMs: 24 * HOUR_MS - 1,
    becomes: { status: 'queued' },
    because: 'its key is still valid',
  },
  { fields: { status: 'queued' }, afterMs: 24 * HOUR_MS, becomes: TOO_OLD, because: 'its key is free again' },
  {
    fields: { status: 'failed', problem: 'No such channel.' },
    afterMs: 0,
    becomes: { status: 'failed', problem: 'No such channel.' },
    because: 'it was refused, and only its writer may try again',
  },
] as const)(
  'after a reload a message that was $fields.status is $becomes.status: $because',
  ({ fields, afterMs, becomes }) => {
    expect(restored(row('c1', fields), 1000 + afterMs)).toMatchObject(becomes)
  },
)

test.for([
  {
    fields: { status: 'queued' },
    afterMs: 24 * HOUR_MS - 1,
    becomes: { status: 'sending' },
    because: 'its key is still valid',
  },
  { fields: { status: 'queued' }, afterMs: 24 * HOUR_MS, becomes: TOO_OLD, because: 'its key is free again' },
  {
    fields: { status: 'failed', isUnanswered: true },
    afterMs: 0,
    becomes: { status: 'sending', isUnanswered: false },
    because: 'nobody had answered',
  },
  {
    fields: { status: 'failed', problem: 'No such channel.' },
    afterMs: 0,
    becomes: { status: 'failed', problem: 'No such channel.' },
    because: 'it was refused',
  },
] as const)(
  'when the server is back a message that was $fields.status is $becomes.status: $because',
  ({ fields, afterMs, becomes }) => {
    expect(resumed(row('c1', fields), 1000 + afterMs)).toMatchObject(becomes)
  },
)
