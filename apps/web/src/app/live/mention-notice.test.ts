import { expect, test } from 'vitest'
import { mayAddress, noticeOf, taskNoticeOf } from './mention-notice.ts'

const message = {
  id: 'm1',
  author_id: 'bo',
  username: 'bo',
  content: '@ana please look',
  deleted_at: null,
} as Parameters<typeof noticeOf>[0]['message']
const mention = { message, mentioned: { id: 'ana', type: 'user', handle: 'ana' } } as const

test('a mention says who, what, and which message', () => {
  expect(noticeOf(mention, 'ana')).toEqual({
    path: '/m/m1',
    title: 'bo mentioned you',
    body: '@ana please look',
    tag: 'm1',
  })
})

test.for([
  {
    given: { ...mention, mentioned: { ...mention.mentioned, id: 'kim' } },
    because: 'it is addressed to another',
  },
  {
    given: { ...mention, mentioned: { ...mention.mentioned, type: 'agent' as const } },
    because: 'it is addressed to an agent',
  },
  { given: { ...mention, message: { ...message, author_id: 'ana' } }, because: 'she wrote it herself' },
  {
    given: { ...mention, message: { ...message, deleted_at: '2026-01-01T00:00:00.000Z' } },
    because: 'it was deleted before the page heard of it',
  },
])('there is no notice because $because', ({ given }) => {
  expect(noticeOf(given, 'ana')).toBeNull()
})

test.for([
  { letters: 100, kept: 100 },
  { letters: 101, kept: 100 },
])('of $letters characters the body keeps $kept, none cut in half', ({ letters, kept }) => {
  const notice = noticeOf({ ...mention, message: { ...message, content: '🐦'.repeat(letters) } }, 'ana')
  expect(notice?.body).toBe('🐦'.repeat(kept))
})

const ANA = { id: 'ana', username: 'ana', type: 'user' }
const KIM = { id: 'kim', username: 'kim', type: 'user' }

test.for([
  { action: 'assigned', fields: { assigned_user: ANA }, may: true, because: 'the task is hers now' },
  { action: 'created', fields: { assigned_user: ANA }, may: true, because: 'it was made for her' },
  { action: 'created', fields: {}, may: false, because: 'it is for nobody' },
  { action: 'assigned', fields: { assigned_user: KIM }, may: false, because: 'it is for another' },
  { action: 'updated', fields: { assigned_user: ANA }, may: false, because: 'she has had it before' },
  { action: 'approved', fields: { posted_by: ANA }, may: true, because: 'the idea was hers' },
  { action: 'approved', fields: {}, may: false, because: 'the idea was another’s' },
])('a task that was $action may address her=$may because $because', ({ action, fields, may }) => {
  const task = { posted_by: KIM, assigned_user: null, ...fields }
  expect(mayAddress({ action, task } as Parameters<typeof mayAddress>[0], 'ana')).toBe(may)
})

type Item = Parameters<typeof taskNoticeOf>[0][number]

test.for([
  { reason: 'assignment', by: KIM, title: 'kim assigned you a task' },
  { reason: 'approval', by: KIM, title: 'kim approved your idea' },
  { reason: 'assignment', by: undefined, title: 'Somebody assigned you a task' },
])('a task says who, why and which: $title', ({ reason, by, title }) => {
  const task = { id: 't1', display_id: 'T-1', title: '🐦'.repeat(200) }
  const item = { id: 'd1', reason, task, by } as Item
  expect(taskNoticeOf([{ task: null } as Item, item], 't1')).toEqual({
    path: '/tasks?task=t1',
    title,
    body: `T-1 ${'🐦'.repeat(96)}`,
    tag: 'd1',
  })
})

test('a task without an inbox entry has no notice: the viewer changed it herself', () => {
  expect(taskNoticeOf([], 't1')).toBeNull()
})
