import { expect, test } from 'vitest'
import { onNewTaskRequest, requestNewTask, type NewTaskDraft } from './new-task-request.ts'

test('a request reaches the listener with its draft, and says that somebody answers', () => {
  const drafts: NewTaskDraft[] = []
  const stop = onNewTaskRequest((draft) => drafts.push(draft))

  expect(requestNewTask({ title: 'Batch the check', sourceMessageId: 'm1' })).toBe(true)
  expect(requestNewTask()).toBe(true)
  stop()

  expect(drafts).toEqual([{ title: 'Batch the check', sourceMessageId: 'm1' }, {}])
})

test('a request that nobody answers says so', () => {
  expect(requestNewTask({ title: 'lost' })).toBe(false)
})
