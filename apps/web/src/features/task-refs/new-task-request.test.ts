import { expect, test } from 'vitest'
import { onNewTaskRequest, requestNewTask, type NewTaskDraft } from './new-task-request.ts'

test('a request reaches the listener with its draft, and returns that it is handled', () => {
  const drafts: NewTaskDraft[] = []
  const stop = onNewTaskRequest((draft) => drafts.push(draft))

  expect(requestNewTask({ title: 'Batch the check', sourceMessageId: 'm1' })).toBe(true)
  expect(requestNewTask()).toBe(true)
  stop()

  expect(drafts).toEqual([{ title: 'Batch the check', sourceMessageId: 'm1' }, {}])
})

test("a request without a listener returns that it isn't handled", () => {
  expect(requestNewTask({ title: 'lost' })).toBe(false)
})
