import { expect, test } from 'vitest'
import {
  EMPTY_TASK,
  isUntouched,
  newTaskDraft,
  parseUnsent,
  valuesFor,
  type UnsentTask,
} from './new-task-draft.ts'

test('each message that a task is created from has a separate draft', () => {
  const keys = [{}, { title: 'Batch' }, { title: 'Batch', sourceMessageId: 'm1' }, { sourceMessageId: 'm2' }]
  expect(new Set(keys.map(newTaskDraft)).size).toBe(4)
})

test('the dialog begins with what was requested', () => {
  expect(valuesFor({ title: 'Batch', description: 'Slow.' })).toEqual({
    ...EMPTY_TASK,
    title: 'Batch',
    description: 'Slow.',
  })
})

test('an unsent task survives a reload, with the idempotency key of a call that got no response', () => {
  const unsent: UnsentTask = {
    values: { ...EMPTY_TASK, title: 'Batch', type: 'idea', skills: 'sql, go', priority: 'high' },
    attempt: { key: 'k', of: '{}' },
  }
  expect(parseUnsent(JSON.parse(JSON.stringify(unsent)))).toEqual(unsent)
})

test.for([null, 'x', {}, { values: EMPTY_TASK }, { values: { title: 3, skills: ['sql'] } }])(
  '%o is no unsent task',
  (stored) => {
    expect(parseUnsent(stored)).toBeNull()
  },
)

test("a choice without text isn't stored", () => {
  expect(isUntouched({ ...EMPTY_TASK, priority: 'high' }, EMPTY_TASK)).toBe(true)
  expect(isUntouched({ ...EMPTY_TASK, skills: 'sql' }, EMPTY_TASK)).toBe(false)
})
