/** What the inbox says of a row, and which events concern it: pure. */
import type { EventData } from '@flockwork/contract/events'
import { dataOf, type LiveEvent } from '../../realtime/apply-event.ts'
import { plainText } from '../../ui/plain-text.ts'

const FIRST_LINE_MAX_CHARS = 200

/** The first line of a message that has words, without the signs of Markdown; never half a character. */
export function firstLine(content: string): string {
  const lines = content.split('\n').map(plainText)
  return [...(lines.find((line) => line !== '') ?? '')].slice(0, FIRST_LINE_MAX_CHARS).join('')
}

/** The page's title with what is unread before it: "(3) Messages · Flockwork". */
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
      // one's own answer ends the wait of what it answers
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

/** An assignment and an approval address somebody; what is done about the task answers it, or takes it away. */
function taskConcerns({ action, task }: EventData<'task_update'>, { id }: Viewer): boolean {
  const { assigned_user, claimed_by, posted_by } = task
  const isTheirs = assigned_user?.id === id || claimed_by?.id === id
  // it may have been theirs until then
  if (action === 'assigned' || action === 'deleted') return true
  return isTheirs || (action === 'approved' && posted_by.id === id)
}
