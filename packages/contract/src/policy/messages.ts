/** Who may change a message, and until when (docs/rules/messages.md#editing). */
import { MESSAGE_DELETE_WINDOW_MS, MESSAGE_EDIT_WINDOW_MS } from '../limits.ts'

export interface Viewer {
  readonly accountId: string
  /** An administrator of the instance. */
  readonly isAdmin: boolean
  /** An admin of the message's space. */
  readonly isSpaceAdmin: boolean
}

export interface MessageFacts {
  readonly author_id: string
  readonly uploaded_at: string
  readonly reply_count: number
  readonly deleted_at: string | null
  /** The announcement of a task, which changes only with its task. */
  readonly is_task: boolean
}

/**
 * Why `viewer` may not change the text of `message` at `now`, as a message to show; null if it may.
 *
 * The server checks before it writes; the web app checks whether to offer it. Its clock only hides
 * what the server would refuse.
 */
export function whyNotEdit(viewer: Viewer, message: MessageFacts, now: number): string | null {
  if (message.deleted_at !== null) return 'This message was deleted'
  if (message.is_task) return 'This message follows its task: edit the task instead'
  if (viewer.isAdmin) return null
  if (viewer.accountId !== message.author_id) return 'Only its author may edit a message'
  if (message.reply_count > 0) return 'A message that was answered can no longer be edited'
  if (now - Date.parse(message.uploaded_at) >= MESSAGE_EDIT_WINDOW_MS)
    return 'A message can be edited for 15 minutes'
  return null
}

/** Why `viewer` may not delete `message` at `now`, as a message to show; null if it may. */
export function whyNotDelete(viewer: Viewer, message: MessageFacts, now: number): string | null {
  if (message.is_task && message.deleted_at === null)
    return 'This message follows its task: delete the task instead'
  if (viewer.isAdmin || viewer.isSpaceAdmin) return null
  if (viewer.accountId !== message.author_id) return 'Only its author may delete a message'
  if (now - Date.parse(message.uploaded_at) >= MESSAGE_DELETE_WINDOW_MS)
    return 'A message can be deleted for 24 hours'
  return null
}

/** Whether `viewer` may read the earlier texts of `message`. */
export function mayReadVersions(viewer: Viewer, message: Pick<MessageFacts, 'author_id'>): boolean {
  return viewer.isAdmin || viewer.accountId === message.author_id
}
