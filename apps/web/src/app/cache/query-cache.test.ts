import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { manualTimers } from '../../api/manual-timers.ts'
import { createCacheStore } from '../../storage/cache-store.ts'
import { createKeys } from '../../storage/keys.ts'
import { createSafeStorage } from '../../storage/safe-storage.ts'
import { memoryBacking } from '../../storage/test-storage.ts'
import { FIRST_TASKS, taskKeys } from '../../features/tasks/index.ts'
import { persistQueries, restoreQueries } from './query-cache.ts'

function setUp() {
  const map = new Map<string, string>()
  const timers = manualTimers(1_000_000)
  const storage = createSafeStorage(() => memoryBacking(map, () => {}))
  const keys = createKeys(storage)
  const may = { keep: true }
  const store = createCacheStore({ storage, keys, now: timers.now, userId: 'ana', buster: '1' })
  function openPage() {
    const client = new QueryClient()
    restoreQueries(client, store)
    const keeping = persistQueries(client, store, timers, () => may.keep)
    onTestFinished(() => {
      keeping.stop()
      client.clear()
    })
    const put = (key: readonly unknown[], data: unknown) =>
      client.setQueryData(key, data, { updatedAt: timers.now() })
    return { client, keeping, put }
  }
  return { map, timers, keys, may, store, openPage }
}

const SPACES = ['spaces', 'mine']

test.for([
  { key: ['spaces', 'mine'], data: [{ id: 's1' }] },
  { key: ['spaces', 's1', 'roster'], data: [{ id: 'a1' }] },
  { key: ['agents', 's1'], data: { agents: [{ id: 'a1' }] } },
  { key: ['agents', 's1', 'summaries'], data: [{ username: 'scout' }] },
  { key: ['task-refs', 's1'], data: { 'T-1': { id: 't1' }, 'T-2': null } },
  { key: taskKeys.list('s1', FIRST_TASKS), data: { tasks: [{ id: 't1' }], total: 1 } },
  { key: taskKeys.overview('s1'), data: { counts: {}, attention: [] } },
])('kept is $key: the next page shows it at once, and asks anew', async ({ key, data }) => {
  const { timers, openPage } = setUp()
  openPage().put(key, data)
  await timers.pass(1000)

  const { client } = openPage()
  expect(client.getQueryData(key)).toEqual(data)
  let asked = 0
  const observer = new QueryObserver(client, {
    queryKey: key,
    staleTime: 5 * 60_000,
    queryFn: () => {
      asked += 1
      return data
    },
  })
  onTestFinished(observer.subscribe(() => {}))
  expect([observer.getCurrentResult().data, asked]).toEqual([data, 1])
})

test.for([
  { key: ['spaces', 's1', 'invites'] },
  { key: ['spaces', 's1', 'members'] },
  { key: ['agents', 's1', 'config'] },
  { key: ['agents', 'a1', 'tokens'] },
  { key: ['agents', null] },
  { key: ['agents'] },
  { key: ['settings', 'devices'] },
  { key: ['auth', 'providers'] },
  { key: ['messages', 's1', 'newest'] },
  { key: ['spaces', 'mine', 'secrets'] },
  { key: taskKeys.list('s1', 'filtered') },
  { key: taskKeys.task('s1', 't1') },
])('not kept is $key, nor anything else that is not named', async ({ key }) => {
  const { map, timers, openPage } = setUp()
  const { keeping, put } = openPage()
  put(key, ['fw_agt_secret'])
  await timers.pass(60_000)
  keeping.flush()
  expect(map.size).toBe(0)
})

test('only the first hundred of a long list of tasks are persisted', async () => {
  const { timers, openPage } = setUp()
  const key = taskKeys.list('s1', FIRST_TASKS)
  const tasks = Array.from({ length: 500 }, (_, n) => ({ id: `t${n}` }))
  openPage().put(key, { tasks, total: 900 })
  await timers.pass(1000)
  expect(openPage().client.getQueryData(key)).toEqual({ tasks: tasks.slice(0, 100), total: 900 })
})

test('writes are debounced by a second, and by five at most', async () => {
  const { map, timers, openPage } = setUp()
  const { put } = openPage()
  put(SPACES, [1])
  await timers.pass(999)
  expect(map.size).toBe(0)
  await timers.pass(1)
  expect(map.size).toBe(1)

  map.clear()
  for (let passed = 0; passed < 4999; passed += 500) {
    expect(map.size).toBe(0)
    put(SPACES, [passed])
    await timers.pass(500)
  }
  expect(map.size).toBe(1)
})

test('a closing page flushes pending writes', () => {
  const { map, openPage } = setUp()
  const { keeping, put } = openPage()
  put(SPACES, [1])
  keeping.flush()
  expect(map.size).toBe(1)
})

test("data's age counts from its response, not from the write", async () => {
  const { timers, openPage } = setUp()
  const { keeping, put } = openPage()
  put(SPACES, [1])
  await timers.pass(9 * 60_000)
  put(SPACES, [2])
  keeping.flush()
  await timers.pass(10 * 60_000)
  expect(openPage().client.getQueryData(SPACES)).toEqual([2])
  await timers.pass(1)
  expect(openPage().client.getQueryData(SPACES)).toBeUndefined()
})

test('nothing is written after the session has changed, nor after unsubscribing', async () => {
  const { map, timers, may, openPage } = setUp()
  const { keeping, put } = openPage()
  put(SPACES, [1])
  may.keep = false
  await timers.pass(5000)
  keeping.flush()
  expect(map.size).toBe(0)

  may.keep = true
  put(SPACES, [2])
  keeping.stop()
  await timers.pass(5000)
  expect(map.size).toBe(0)
})

test('data that this page has already loaded is newer than persisted data', () => {
  const { timers, store } = setUp()
  store.write(JSON.stringify(SPACES), { data: ['kept'], at: timers.now() })
  const client = new QueryClient()
  client.setQueryData(SPACES, ['known'])
  restoreQueries(client, store)
  expect(client.getQueryData(SPACES)).toEqual(['known'])
  client.clear()
})

test.for([
  { name: JSON.stringify(SPACES), data: { not: 'a list' } },
  { name: JSON.stringify(['agents', 's1']), data: [] },
  { name: JSON.stringify(['agents', 's1']), data: null },
  { name: JSON.stringify(['settings', 'devices']), data: [] },
  { name: 'no json', data: [] },
  { name: '{"a":1}', data: [] },
  { name: 'feed:s1', data: [] },
])('$name with $data is not shown', ({ name, data }) => {
  const { timers, store, openPage } = setUp()
  store.write(name, { data, at: timers.now() })
  expect(openPage().client.getQueryCache().getAll()).toEqual([])
})
