/** The effect of a stream event on the unread count. Pure. */
import type { EventData } from '@flockwork/contract/events'
import { dataOf, type LiveEvent } from '../../realtime/apply-event.ts'
import { withEvent, withNewStream, type UnreadChange, type UnreadState } from './unread-state.ts'

/** A message deleted longer ago than this is now being purged: it is no longer counted. */
const DELETED_BEFORE_MS = 60_000

/** Applied after the events of the viewer's stream of one space, in order. */
export function withUnreadEvents(
  state: UnreadState,
  events: readonly LiveEvent[],
  viewerId: string,
): UnreadState {
  return events.reduce((next, event) => {
    if (event.id === null) return next
    if (event.name === 'bootstrap') return withNewStream(next, event.id)
    return withEvent(next, event.id, changeOf(event, event.id, viewerId))
  }, state)
}

/** Whether messages changed in a way that no numbered event carries, or that only a response counts: mentions. */
export function isCountedElsewhere({ id, name }: LiveEvent): boolean {
  return name === 'mention' || (name === 'message' && id === null)
}

function changeOf(event: LiveEvent, seq: number, viewerId: string): UnreadChange | null {
  const seen = dataOf(event, 'seen')
  if (seen) return { seq, kind: 'seen', unread: seen.unread, position: seen.seen_up_to ?? null }
  const data = dataOf(event, 'message')
  if (!data || !('message' in data) || data.action === 'updated') return null
  const { author_id, is_task, id: messageId, seq: messageSeq } = data.message
  if (author_id === viewerId || is_task) return null
  if (data.action === 'deleted')
    return wasDeletedBefore(data) ? null : { seq, kind: 'gone', messageId, messageSeq }
  // if it is sent again and has been deleted since, the deletion event follows
  return { seq, kind: 'arrived' }
}

function wasDeletedBefore({ at, message }: EventData<'message'> & { action: 'deleted' }): boolean {
  return message.deleted_at !== null && Date.parse(at) - Date.parse(message.deleted_at) > DELETED_BEFORE_MS
}
