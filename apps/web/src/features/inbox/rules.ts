/** How an inbox row reads, and which events affect the inbox. Pure. */
import type { EventData } from '@flockwork/contract/events'
import { dataOf, type LiveEvent } from '../../realtime/apply-event.ts'
import { plainLines } from '../../ui/plain-text.ts'

const FIRST_LINE_MAX_CHARS = 200

/** The first line of a message that has words, without Markdown syntax; never splits a character. */
export function firstLine(content: string): string {
  return [...(plainLines(content)[0] ?? '')].slice(0, FIRST_LINE_MAX_CHARS).join('')
}

/** The page title with the unread count before it: "(3) Messages · Flockwork". */
export function titleWith(unread: number, title: string): string {
  return unread > 0 ? `(${unread}) ${title}` : title
}

interface Viewer {
  readonly id: string
  readonly username: string
}

/** Whether this event may change the inbox, so that it must be refetched. */
export function concernsInbox(event: LiveEvent, viewer: Viewer): boolean {
  if (['mention', 'seen', 'bootstrap'].includes(event.name)) return true
  const update = dataOf(event, 'task_update')
  if (update) return taskConcerns(update, viewer)
  const change = dataOf(event, 'message')
  switch (change?.action) {
    case 'created':
      // the user's own answer settles the delivery of what it answers
      return (
        change.message.author_id === viewer.id || change.message.parent_post?.username === viewer.username
      )
    case 'updated':
    case 'deleted':
      return change.message.author_id !== viewer.id
    default:
      return false
  }
}

/** An assignment and an approval address somebody; later changes of the task settle it or take it away. */
function taskConcerns({ action, task }: EventData<'task_update'>, { id }: Viewer): boolean {
  const { assigned_user, claimed_by, posted_by } = task
  const isTheirs = assigned_user?.id === id || claimed_by?.id === id
  // it may have been assigned to the user before
  if (action === 'assigned' || action === 'deleted') return true
  return isTheirs || (action === 'approved' && posted_by.id === id)
}
