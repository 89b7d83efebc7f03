import type { Task, TaskAction, TaskOverview } from '@flockwork/contract/tasks'
import { TASK_STATUSES } from '@flockwork/contract/tasks/statuses'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { manualTimers } from '../../../api/manual-timers.ts'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import { cachedTask } from './cached-tasks.ts'
import { taskKeys } from './keys.ts'
import type { TaskPage } from './list-page.ts'
import { listName } from './list-query.ts'
import { testTask } from './test-task.ts'
import { startUpkeep } from './upkeep.ts'

const NO_TASKS = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as TaskOverview['by_status']
const LIST = taskKeys.list('s1', listName({ limit: 500 }))

function setUp(tasks: readonly Task[]) {
  const timers = manualTimers(Date.UTC(2026, 0, 2))
  const queryClient = new QueryClient()
  let asked = 0
  const page: TaskPage = { tasks: [...tasks], total: tasks.length, limit: 500, offset: 0 }
  queryClient.setQueryData(LIST, page)
  const observer = new QueryObserver(queryClient, {
    queryKey: LIST,
    staleTime: Infinity,
    queryFn: () => {
      asked += 1
      return queryClient.getQueryData<TaskPage>(LIST) ?? page
    },
  })
  let listener: (events: readonly LiveEvent[]) => void = () => {}
  const subscribe = (next: typeof listener) => {
    listener = next
    return () => {
      listener = () => {}
    }
  }
  const stop = startUpkeep({ queryClient, timers, now: timers.now, subscribe }, 's1', 'ana')
  onTestFinished(observer.subscribe(() => {}))
  onTestFinished(() => {
    stop()
    queryClient.clear()
  })
  return {
    timers,
    queryClient,
    stop,
    asked: () => asked,
    names: () => queryClient.getQueryData<TaskPage>(LIST)?.tasks.map(({ display_id }) => display_id),
    event: (name: string, data: unknown) => listener([{ name, id: 1, data }]),
    update: (action: TaskAction, task: Task, space_id = 's1') =>
      listener([{ name: 'task_update', id: 1, data: { space_id, at: '', action, task } }]),
  }
}

test('created, changed and deleted tasks show at once, before a refetch', () => {
  const { update, names, asked, queryClient } = setUp([testTask(1)])
  update('created', testTask(2))
  expect(names()).toEqual(['T-2', 'T-1'])
  update('updated', testTask(1, { title: 'Renamed', version: 2 }))
  expect(cachedTask(queryClient, 's1', 'task-1')?.title).toBe('Renamed')
  update('deleted', testTask(2))
  expect(names()).toEqual(['T-1'])
  expect(asked()).toBe(0)
})

test('an event of another space changes nothing', async () => {
  const { update, names, asked, timers } = setUp([testTask(1)])
  update('created', testTask(2, { space_id: 's2' }), 's2')
  await timers.pass(60_000)
  expect([names(), asked()]).toEqual([['T-1'], 0])
})

test('a change is followed by one refetch, a thousand a minute by a few', async () => {
  const { update, asked, timers } = setUp([testTask(1)])
  update('created', testTask(2))
  await timers.pass(1000)
  expect(asked()).toBe(1)

  for (let n = 0; n < 1000; n += 1) {
    update('updated', testTask(1, { version: n + 2 }))
    await timers.pass(60)
  }
  expect(asked()).toBeLessThanOrEqual(8)
  expect(asked()).toBeGreaterThan(5)
})

test.for([{}, { reset: true }])(
  'where a stream begins everything is fetched anew: what changed before came with no event (%o)',
  async (more) => {
    const { event, asked, timers } = setUp([testTask(1)])
    event('bootstrap', { space_id: 's1', posts: [], org_id: 's1', ...more })
    await timers.pass(20_000)
    expect(asked()).toBe(1)
  },
)

test('nothing happens once it is stopped', async () => {
  const { update, stop, names, asked, timers } = setUp([testTask(1)])
  update('created', testTask(2))
  stop()
  update('created', testTask(3))
  await timers.pass(60_000)
  expect([names(), asked()]).toEqual([['T-2', 'T-1'], 0])
})

test('what only its assigner sees survives an event, and follows the states of its deliveries', () => {
  const { update, event, queryClient } = setUp([])
  const delivery = {
    id: 'd1',
    message_id: null,
    task_id: 'task-1',
    recipient: { id: 'scout', type: 'agent' as const, handle: 'scout' },
    reason: 'assignment' as const,
    state: 'stored' as const,
    why: null,
    at: '',
  }
  const key = taskKeys.task('s1', 'task-1')
  queryClient.setQueryData(key, testTask(1, { deliveries: [delivery] }))
  update('updated', testTask(1, { version: 2 }))
  event('delivery', { space_id: 's1', message_id: null, delivery: { ...delivery, state: 'seen' } })
  expect(queryClient.getQueryData<Task>(key)).toMatchObject({ version: 2, deliveries: [{ state: 'seen' }] })
})

test('a completed task needs no attention any more, and a reopened one no longer counts as completed', () => {
  const { update, queryClient } = setUp([])
  const key = taskKeys.overview('s1')
  const done = testTask(2, { status: 'completed' })
  queryClient.setQueryData<Pick<TaskOverview, 'attention' | 'recent_completions' | 'by_status'>>(key, {
    by_status: { ...NO_TASKS, blocked: 1, completed: 1 },
    attention: [{ task: testTask(1, { status: 'blocked' }), reason: 'blocked' }],
    recent_completions: [done],
  })
  update('status', testTask(1, { status: 'completed', version: 2 }))
  update('status', testTask(2, { status: 'in_progress', version: 2 }))
  expect(queryClient.getQueryData(key)).toEqual({
    by_status: { ...NO_TASKS, completed: 1, in_progress: 1 },
    attention: [],
    recent_completions: [],
  })
})
