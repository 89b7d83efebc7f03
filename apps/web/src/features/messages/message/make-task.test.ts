import { expect, test } from 'vitest'
import { message } from '../state/test-messages.ts'
import { mayMakeTask, taskDraft } from './make-task.ts'

test.for([
  { content: 'Batch the check', title: 'Batch the check', description: undefined, because: 'it says all' },
  {
    content: '## Batch the **check**\n\nIt is slow.',
    title: 'Batch the check',
    description: '## Batch the **check**\n\nIt is slow.',
    because: 'markup does not count as words',
  },
  {
    content: '```\ncode\n```',
    title: 'code',
    description: '```\ncode\n```',
    because: 'a fence has no words',
  },
  { content: '`x`', title: 'x', description: '`x`', because: 'code has signs' },
])('the title is "$title" because $because', ({ content, title, description }) => {
  expect(taskDraft({ id: 'm1', content })).toEqual({
    title,
    ...(description !== undefined && { description }),
    sourceMessageId: 'm1',
  })
})

test('a long first line is cut between two characters, and kept in the description', () => {
  const content = '🐦'.repeat(300)
  const { title, description } = taskDraft({ id: 'm1', content })
  expect(title).toBe(`${'🐦'.repeat(199)}…`)
  expect(description).toBe(content)
})

test.for([
  { fields: {}, may: true, because: 'it is a message' },
  { fields: { is_task: true }, may: false, because: 'it announces a task' },
  { fields: { deleted_at: '2026-01-01T00:00:00.000Z' }, may: false, because: 'it is gone' },
  { fields: { metadata: { demo: true } }, may: false, because: 'a demo does not belong to the space' },
])('a task may be made: $may, because $because', ({ fields, may }) => {
  expect(mayMakeTask(message(1, fields))).toBe(may)
})
