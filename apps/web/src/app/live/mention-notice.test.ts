import { expect, test } from 'vitest'
import { noticeOf } from './mention-notice.ts'

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
    messageId: 'm1',
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
