import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { withTask, withoutTask, type TaskPage } from './list-page.ts'
import { listName, parseListName, type TaskQuery } from './list-query.ts'
import { testTask } from './test-task.ts'

const NOW = Date.UTC(2026, 0, 1, 12)
const ana = { id: 'ana', username: 'ana', type: 'user' } as const

function change(query: TaskQuery, page: TaskPage, task: Task): TaskPage {
  return withTask(page, parseListName(listName(query)), task, { handle: 'ana', now: NOW })
}

/** A window of a list as its numbers, `of` being the total. */
function shown({ tasks, total }: TaskPage): string {
  return `${tasks.map(({ display_id }) => display_id.slice(2)).join(' ')} of ${total}`
}

function windowOf(numbers: readonly number[], more: Partial<TaskPage> = {}): TaskPage {
  const tasks = numbers.map((n) => testTask(n))
  return { tasks, total: tasks.length, limit: 3, offset: 0, ...more }
}

const newer = (n: number, more: Partial<Task> = {}) => testTask(n, { version: 2, ...more })

test.for<{ because: string; query: TaskQuery; page: TaskPage; task: Task; becomes: string }>([
  {
    because: 'a new task is the newest',
    query: { limit: 3 },
    page: windowOf([2, 1]),
    task: testTask(3),
    becomes: '3 2 1 of 3',
  },
  {
    because: 'a full window lets its last one go',
    query: { limit: 3 },
    page: windowOf([3, 2, 1]),
    task: testTask(4),
    becomes: '4 3 2 of 4',
  },
  {
    because: 'the oldest come first, and the new one has no place in this window',
    query: { limit: 3, sort: 'oldest' },
    page: windowOf([1, 2, 3], { total: 9 }),
    task: testTask(10),
    becomes: '1 2 3 of 9',
  },
  {
    because: 'its place may be in the window before',
    query: { limit: 3, offset: 3 },
    page: windowOf([6, 5, 4], { total: 9, offset: 3 }),
    task: testTask(10),
    becomes: '6 5 4 of 9',
  },
  {
    because: 'it changes where it is',
    query: { limit: 3 },
    page: windowOf([3, 2, 1]),
    task: newer(2, { title: 'other' }),
    becomes: '3 2 1 of 3',
  },
  {
    because: 'what was changed last comes first',
    query: { limit: 3, sort: 'updated' },
    page: windowOf([3, 2, 1]),
    task: newer(1, { updated_at: '2026-02-01T00:00:00.000Z' }),
    becomes: '1 3 2 of 3',
  },
  {
    because: 'the more urgent comes first, of equal ones the older',
    query: { limit: 3, sort: 'priority' },
    page: windowOf([1, 2, 3]),
    task: newer(2, { priority: 'critical' }),
    becomes: '2 1 3 of 3',
  },
  {
    because: 'it no longer fits the filter',
    query: { limit: 3, status: ['available'] },
    page: windowOf([3, 2, 1]),
    task: newer(2, { status: 'completed' }),
    becomes: '3 1 of 2',
  },
  {
    because: 'it fits the filter now',
    query: { limit: 3, status: ['available'] },
    page: windowOf([3, 1]),
    task: newer(2),
    becomes: '3 2 1 of 3',
  },
  {
    because: 'its number in the total is unknown when there is more than this window',
    query: { limit: 3, status: ['available'] },
    page: windowOf([5, 4, 2], { total: 8 }),
    task: newer(3),
    becomes: '5 4 3 of 8',
  },
  {
    because: '`me` is the reader',
    query: { limit: 3, assignedTo: 'me' },
    page: windowOf([3]),
    task: newer(1, { claimed_by: ana, status: 'claimed' }),
    becomes: '3 1 of 2',
  },
  {
    because: 'a group is a filter too',
    query: { limit: 3, group: 'completed' },
    page: windowOf([], { total: 0 }),
    task: newer(1, { status: 'completed' }),
    becomes: '1 of 1',
  },
  {
    because: 'only the server knows what a search finds',
    query: { limit: 3, search: 'bird' },
    page: windowOf([3]),
    task: testTask(4, { title: 'bird' }),
    becomes: '3 of 1',
  },
])('$because', ({ query, page, task, becomes }) => {
  expect(shown(change(query, page, task))).toBe(becomes)
})

test('a task in search results changes in place', () => {
  const page = change({ limit: 3, search: 'bird' }, windowOf([3, 2]), newer(2, { title: 'a bird' }))
  expect(page.tasks[1]?.title).toBe('a bird')
})

test('an older version changes nothing, the same version does: notes have none', () => {
  const page: TaskPage = { ...windowOf([]), tasks: [testTask(1, { version: 3 })], total: 1 }
  expect(change({ limit: 3 }, page, testTask(1, { version: 2, title: 'old' }))).toBe(page)
  expect(change({ limit: 3 }, page, testTask(1, { version: 3, notes_count: 4 })).tasks[0]?.notes_count).toBe(
    4,
  )
})

test('a deleted task is removed, and no longer counted', () => {
  expect(shown(withoutTask(windowOf([3, 2, 1], { total: 7 }), 'task-2'))).toBe('3 1 of 6')
  const page = windowOf([3])
  expect(withoutTask(page, 'task-9')).toBe(page)
})

test('equivalent queries have the same name', () => {
  const one: TaskQuery = { limit: 50, status: ['blocked', 'available'], sort: 'newest', offset: 0 }
  expect(listName(one)).toBe(listName({ limit: 50, status: ['available', 'blocked'] }))
  expect(listName(one)).not.toBe(listName({ ...one, priority: ['high'] }))
})
