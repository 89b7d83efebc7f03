import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppServices } from '../../../api/services.ts'
import { createKeys } from '../../../storage/keys.ts'
import { createSafeStorage } from '../../../storage/safe-storage.ts'
import { createPendingStore, type PendingSend } from '../state/pending.ts'
import { message } from '../state/test-messages.ts'
import { otherQueues, queueOf, resetFeeds } from './queues.ts'

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  resetFeeds()
  vi.unstubAllGlobals()
})

const unsent = (clientId: string, createdAt: number): PendingSend => ({
  clientId,
  spaceId: 's2',
  kind: 'message',
  content: clientId,
  channel: null,
  parentId: null,
  threadRootId: null,
  createdAt,
  status: 'sending',
  problem: null,
  isUnanswered: false,
})

/** Ana has left two messages unsent in a space that isn't on screen; the server answers when the test says so. */
function setUp() {
  const storage = createSafeStorage(() => null)
  const keys = createKeys(storage)
  const posted: string[] = []
  const answers: (() => void)[] = []
  const post = ({ key }: { key: string }) => {
    posted.push(key)
    return new Promise((resolve) => answers.push(() => resolve({ message: message(answers.length) })))
  }
  const services = {
    api: { messages: { post } },
    storage,
    keys,
    timers: { now: () => 1000 },
  } as unknown as AppServices
  const store = createPendingStore(storage, keys, 'ana', 's2')
  for (const row of [unsent('c1', 1), unsent('c2', 2)]) store.save(row)
  return { services, posted, store, answer: () => answers.at(-1)?.() }
}

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('what another space has unsent is sent once, however often its queue is asked for', async () => {
  const { services, posted, answer, store } = setUp()
  const [queue] = otherQueues(services, 'ana', 's1')
  await settle()
  expect(otherQueues(services, 'ana', 's1')).toEqual([queue])
  await settle()
  expect(posted).toEqual(['c1'])
  answer()
  await settle()
  answer()
  await settle()
  expect([posted, store.all()]).toEqual([['c1', 'c2'], []])
})

test('a space that is opened while its messages are being sent keeps their order', async () => {
  const { services, posted, answer, store } = setUp()
  otherQueues(services, 'ana', 's1')
  await settle()
  const queue = queueOf(services, 'ana', 's2')
  await settle()
  // not while the first request is under way
  expect(posted).toEqual(['c1'])
  expect(otherQueues(services, 'ana', 's1')).toEqual([queue])
  for (let nth = 0; nth < 3; nth += 1) {
    answer()
    await settle()
  }
  // again under its key, because the new queue doesn't know the answer
  expect([posted, store.all()]).toEqual([['c1', 'c1', 'c2'], []])
})
