import { expect, test } from 'vitest'
import { replyDraft, replyDraftsOf } from './reply-drafts.ts'

test('the draft of a reply marks its message and the root of its thread; other drafts mark nothing', () => {
  const toRoot = replyDraft({ id: 'root', thread_root_id: null })
  const toReply = replyDraft({ id: 'reply', thread_root_id: 'other' })
  const { messages, roots } = replyDraftsOf(['composer', 'edit:mine', '', toRoot, toReply])
  expect([...messages]).toEqual(['root', 'reply'])
  expect([...roots]).toEqual(['root', 'other'])
})

test('the key is the same, however the root of the thread is given', () => {
  expect(replyDraft({ id: 'root', thread_root_id: 'root' })).toBe(
    replyDraft({ id: 'root', thread_root_id: null }),
  )
})
