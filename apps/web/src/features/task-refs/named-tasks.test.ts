import type { Task } from '@flockwork/contract/tasks'
import type { taskRoutes } from '@flockwork/contract/task-routes'
import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { Input } from '@flockwork/contract/route'
import { manualTimers } from '../../api/manual-timers.ts'
import { notifyEventListeners } from '../../realtime/live-listeners.ts'
import { createNamedTasks } from './named-tasks.ts'
import { testTask } from './test-task.ts'

type Query = Input<typeof taskRoutes.named.query>

function setUp(queryClient = new QueryClient()) {
  const timers = manualTimers(1_000_000)
  const server = {
    tasks: [] as Task[],
    calls: [] as string[][],
    isReachable: true,
    isStreaming: true,
    gate: Promise.resolve(),
  }
  const named = async ({ query }: { query?: Query | undefined } = {}) => {
    const refs = [query?.ref ?? []].flat()
    server.calls.push(refs)
    const tasks = server.tasks.filter(({ id, display_id }) => refs.includes(id) || refs.includes(display_id))
    await server.gate
    if (!server.isReachable) throw new Error('away')
    return { tasks }
  }
  // the only request
  const api = { tasks: { named } } as unknown as Parameters<typeof createNamedTasks>[0]['api']
  const lookup = createNamedTasks({
    api,
    queryClient,
    spaceId: 's1',
    timers,
    isLive: () => server.isStreaming,
  })
  onTestFinished(() => queryClient.clear())

  function watch(ref: string) {
    const seen: unknown[] = []
    const look = () => seen.push(lookup.get(ref)?.title ?? lookup.get(ref))
    look()
    const stop = lookup.watch(ref, look)
    onTestFinished(stop)
    return { seen, stop }
  }
  const update = (action: string, task: Task) =>
    notifyEventListeners([{ name: 'task_update', id: 1, data: { space_id: 's1', action, task } }])
  return { timers, server, lookup, queryClient, watch, update }
}

test('names of one render are fetched in one request, each once', async () => {
  const { timers, server, watch } = setUp()
  server.tasks = [testTask(12, { title: 'Batch the check' })]
  const twelve = watch('T-12')
  const again = watch('T-12')
  const thirteen = watch('T-13')
  await timers.pass(0)

  expect(server.calls).toEqual([['T-12', 'T-13']])
  expect(twelve.seen).toEqual([undefined, 'Batch the check'])
  expect(again.seen).toEqual([undefined, 'Batch the check'])
  expect(thirteen.seen).toEqual([undefined, null])
})

test('more names than a request takes are split into several', async () => {
  const { timers, server, watch } = setUp()
  for (let number = 1; number <= 120; number += 1) watch(`T-${number}`)
  await timers.pass(0)
  expect(server.calls.map((call) => call.length)).toEqual([50, 50, 20])
})

test('long ids are split so that the URL stays within its limit', async () => {
  const { timers, server, watch } = setUp()
  for (let number = 1; number <= 50; number += 1) watch(testTask(number).id)
  await timers.pass(0)
  expect(server.calls.flat()).toHaveLength(50)
  for (const call of server.calls) expect(call.map((ref) => `&ref=${ref}`).join('').length).toBeLessThan(1600)
})

test('an event changes a task at once, deletes it, and makes an unknown name known', async () => {
  const { timers, server, watch, update } = setUp()
  const task = testTask(12, { title: 'first' })
  server.tasks = [task]
  const twelve = watch('T-12')
  const thirteen = watch('T-13')
  await timers.pass(0)

  update('updated', { ...task, title: 'second', version: 2 })
  update('updated', { ...task, title: 'late', version: 1 })
  update('deleted', { ...task, version: 3 })
  update('created', testTask(13, { title: 'new' }))
  update('created', testTask(14))

  expect(twelve.seen).toEqual([undefined, 'first', 'second', null])
  expect(thirteen.seen).toEqual([undefined, null, 'new'])
  expect(server.calls).toHaveLength(1)
})

test('an event that comes before an older answer wins', async () => {
  const { timers, server, watch, update } = setUp()
  const [kept, gone] = [testTask(1, { title: 'old' }), testTask(2, { title: 'gone' })]
  server.tasks = [kept, gone]
  const opened = Promise.withResolvers<void>()
  server.gate = opened.promise
  const seen = [watch('T-1'), watch('T-2'), watch('T-3')]
  await timers.pass(0)

  update('updated', { ...kept, title: 'new', version: 2 })
  update('deleted', gone)
  update('created', testTask(3, { title: 'born' }))
  opened.resolve()
  await timers.pass(0)

  expect(seen.map((one) => one.seen.at(-1))).toEqual(['new', null, 'born'])
})

test('an unknown name is cached for five minutes, then refetched when it is shown again', async () => {
  const { timers, server, watch } = setUp()
  watch('T-1')
  await timers.pass(0)
  watch('T-1')
  await timers.pass(5 * 60_000)
  expect(server.calls).toHaveLength(1)

  server.tasks = [testTask(1, { title: 'there' })]
  const late = watch('T-1')
  await timers.pass(0)
  expect(server.calls).toHaveLength(2)
  expect(late.seen).toEqual([null, 'there'])
})

test('a failed request is retried as long as there is a subscriber', async () => {
  const { timers, server, watch } = setUp()
  server.tasks = [testTask(1, { title: 'there' })]
  server.isReachable = false
  const one = watch('T-1')
  await timers.pass(0)
  server.isReachable = true
  await timers.pass(15_000)
  expect(one.seen).toEqual([undefined, 'there'])

  one.stop()
  await timers.pass(60_000)
  expect(server.calls).toHaveLength(2)
})

test('the next visit shows the cached tasks, and refetches them', async () => {
  const { timers, server, watch } = setUp()
  const task = testTask(1, { title: 'before' })
  server.tasks = [task]
  const first = watch('T-1')
  await timers.pass(0)
  first.stop()

  server.tasks = [{ ...task, title: 'after', version: 2 }]
  const second = watch('T-1')
  expect(second.seen).toEqual(['before'])
  await timers.pass(0)
  expect(second.seen).toEqual(['before', 'after'])
})

test("another user's tasks are not shown once the cache is cleared, nor written by a late response", async () => {
  const { timers, server, queryClient, watch, lookup } = setUp()
  server.tasks = [testTask(1, { title: 'secret' })]
  const opened = Promise.withResolvers<void>()
  server.gate = opened.promise
  const one = watch('T-1')
  await timers.pass(0)
  one.stop()
  queryClient.clear()
  opened.resolve()
  await timers.pass(0)
  expect(lookup.get('T-1')).toBeUndefined()
})

test('a new stream refetches what is on screen', async () => {
  const { timers, server, watch } = setUp()
  const one = watch('T-1')
  await timers.pass(0)
  server.tasks = [testTask(1, { title: 'there' })]
  notifyEventListeners([{ name: 'bootstrap', id: 1, data: {} }])
  await timers.pass(0)
  expect(one.seen).toEqual([undefined, null, 'there'])
})

test('what is on screen is polled every 30 s without a stream, and never with one', async () => {
  const { timers, server, watch } = setUp()
  const task = testTask(1, { title: 'before' })
  server.tasks = [task]
  const one = watch('T-1')
  await timers.pass(60_000)
  expect(server.calls).toHaveLength(1)

  server.isStreaming = false
  server.tasks = [{ ...task, title: 'after', version: 2 }]
  await timers.pass(30_000)
  expect(one.seen).toEqual([undefined, 'before', 'after'])

  one.stop()
  await timers.pass(120_000)
  expect(server.calls).toHaveLength(2)
  expect(timers.waits()).toEqual([])
})
