/** Messages for tests. */
import { newMessageFields, type Message } from '@flockwork/contract/messages'

const SPACE = '0198a000-0000-7000-8000-000000000001'

/** A message whose id, text and time follow from its number. */
export function message(seq: number, fields: Partial<Message> = {}): Message {
  return {
    ...newMessageFields(),
    id: `m${seq}`,
    short_id: `m${seq}`,
    space_id: SPACE,
    seq,
    content: `text ${seq}`,
    username: 'ana',
    display_name: 'Ana',
    avatar_url: null,
    author_id: 'ana-id',
    author_type: 'user',
    agent_id: null,
    agent_type: null,
    agent_owner: null,
    channel: 'main',
    parent_id: null,
    thread_root_id: null,
    parent_post: null,
    message_type: 'message',
    uploaded_at: new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString(),
    ...fields,
  }
}

/** Messages `from` to `to`, both included. */
export function messages(from: number, to: number): Message[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index))
}

/** A reply to `parent`. */
export function reply(seq: number, parent: Message, fields: Partial<Message> = {}): Message {
  const { id, username, content, waiting_since } = parent
  return message(seq, {
    parent_id: id,
    thread_root_id: parent.thread_root_id ?? id,
    parent_post: { id, username, content: content.slice(0, 100), waiting_since },
    message_type: 'reply',
    ...fields,
  })
}
