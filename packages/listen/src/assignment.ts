/** An assignment or approval as a message from who assigned or approved, so that it is answered like one. */
import type { InboxItem, Message } from './types.ts'

const SHORT_ID_CHARS = 8

/** What the item hands over; undefined for nothing that this version knows. */
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
