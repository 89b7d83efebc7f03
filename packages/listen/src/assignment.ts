/** Converts an assignment or approval to a message by its author, so that it is answered like one. */
import type { InboxItem, Message } from './types.ts'

const SHORT_ID_CHARS = 8

/** The message of an item; undefined for an unknown kind. */
export function messageOf({ message, task, by, at }: InboxItem): Message | undefined {
  if (message !== null) return message
  // older servers have no tasks
  if (task === null || task === undefined) return undefined
  const { type, username, owner } = by ?? { ...task.posted_by, owner: null }
  return {
    // the reply to it goes into the task's conversation
    id: task.message_id,
    short_id: task.message_id.slice(0, SHORT_ID_CHARS),
    space_id: task.space_id,
    content: [`${task.display_id} ${task.title}`, task.description].filter((text) => text !== '').join('\n'),
    username,
    author_type: type,
    agent_owner: owner,
    channel: 'main',
    parent_id: null,
    thread_root_id: null,
    parent_post: null,
    uploaded_at: at,
    deleted_at: null,
    task,
  }
}
