/** Decides about browser notifications of mentions, assigned tasks and approved ideas, and builds them. */
import type { EventData } from '@flockwork/contract/events'
import type { InboxItem } from '@flockwork/contract/inbox'
import { taskPath } from '../../features/task-refs/index.ts'
import { strings } from '../../strings.ts'
import { plainText } from '../../ui/plain-text.ts'

const BODY_MAX_CHARS = 100

export interface Notice {
  /** Where a click leads. */
  readonly path: string
  readonly title: string
  readonly body: string
  /** The same in every tab, so that the browser shows one notification for all of them. */
  readonly tag: string
}

/** The notice of a mention of `viewerId`; null for another's mention and for the viewer's own message. */
export function noticeOf(
  { message, mentioned }: Pick<EventData<'mention'>, 'message' | 'mentioned'>,
  viewerId: string,
): Notice | null {
  const isForViewer = mentioned.type === 'user' && mentioned.id === viewerId
  if (!isForViewer || message.author_id === viewerId || message.deleted_at !== null) return null
  return {
    path: `/m/${message.id}`,
    title: strings.shell.mentionedYou(message.username),
    body: [...plainText(message.content)].slice(0, BODY_MAX_CHARS).join(''),
    tag: message.id,
  }
}

/** Whether an event may address `viewerId`; only the inbox knows who caused it. */
export function mayAddress(
  { action, task }: Pick<EventData<'task_update'>, 'action' | 'task'>,
  viewerId: string,
): boolean {
  if (action === 'approved') return task.posted_by.id === viewerId
  return (action === 'assigned' || action === 'created') && task.assigned_user?.id === viewerId
}

/** The notice of the task's unread inbox entries; null if there are none, as for the viewer's own changes. */
export function taskNoticeOf(unread: readonly InboxItem[], taskId: string): Notice | null {
  const item = unread.find(({ task }) => task?.id === taskId)
  if (!item?.task) return null
  const { task, by, reason, id } = item
  const who = by?.username ?? strings.shell.somebody
  return {
    path: taskPath(task.id),
    title: reason === 'approval' ? strings.shell.approvedIdea(who) : strings.shell.assignedTask(who),
    body: [...`${task.display_id} ${task.title}`].slice(0, BODY_MAX_CHARS).join(''),
    tag: id,
  }
}
