import type { Message } from '@flockwork/contract/messages'
import { newMessageFields } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { withReply, withThreadEvent } from './thread-state.ts'

const AT = '2026-01-01T12:00:00.000Z'
const inSpace = { space_id: 's1', at: AT }

function reply(id: string, seq: number, more: Partial<Message> = {}): Message {
  return {
    ...newMessageFields(),
    id,
    short_id: id,
    space_id: 's1',
    seq,
    content: id,
    username: 'ana',
    display_name: 'ana',
    avatar_url: null,
    author_id: 'ana',
    author_type: 'user',
    agent_id: null,
    agent_type: null,
    agent_owner: null,
    channel: 'main',
    parent_id: 'root',
    thread_root_id: 'root',
    parent_post: null,
    message_type: 'reply',
    uploaded_at: AT,
    topics: [],
    ...more,
  }
}

const [first, second, third] = [reply('a', 1), reply('b', 2), reply('c', 3)]
const ids = (replies: readonly Message[]) => replies.map(({ id }) => id)

test('a reply is inserted in order, once', () => {
  expect(ids(withReply([first, third], second))).toEqual(['a', 'b', 'c'])
  const known = [first, second]
  expect(withReply(known, second)).toBe(known)
})

test('a reply in another thread, and an unknown one, change nothing', () => {
  const known = [first]
  const other = reply('x', 9, { thread_root_id: 'other' })
  expect(withThreadEvent(known, 'root', { ...inSpace, action: 'created', message: other })).toBe(known)
  expect(withThreadEvent(known, 'root', { ...inSpace, action: 'updated', message: other })).toBe(known)
})

test('a reply is edited, deleted and reacted to in place', () => {
  const edited = { ...first, content: 'edited' }
  const gone = { ...second, content: '[Message deleted]', deleted_at: AT }
  const after = [
    { ...inSpace, action: 'created', message: third } as const,
    { ...inSpace, action: 'updated', message: edited } as const,
    { ...inSpace, action: 'deleted', message_id: 'b', message: gone } as const,
    {
      ...inSpace,
      action: 'reaction',
      message_id: 'c',
      emoji: '👍',
      added: true,
      actor: { id: 'bo', type: 'user', handle: 'bo' },
      reaction_counts: { '👍': 1 },
    } as const,
  ].reduce((replies, event) => withThreadEvent(replies, 'root', event), [first, second] as readonly Message[])
  expect(after).toEqual([edited, gone, { ...third, reaction_counts: { '👍': 1 } }])
})
