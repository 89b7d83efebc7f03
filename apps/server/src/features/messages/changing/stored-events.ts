/**
 * A replayed event shows a message in its current form (docs/rules/realtime.md#replays): the table's events are updated
 * in the transaction of the change, those in memory by the hub.
 */
import type { Message } from '@flockwork/contract/messages'
import { parentPreview } from '@flockwork/contract/text/preview'
import type { Tx } from '../../../platform/database.ts'
import { listEventsAbout, savePayloads } from './change-repository.ts'

/** The part of an event's payload that matters here. */
interface WithMessage {
  message?: Message | null
}

/**
 * The payload with its message, or the parent that its message quotes, replaced by `now`; unchanged if it is about
 * another message.
 */
export function withCurrentMessage(payload: string, now: Message): string {
  // most events are about other messages, and parsing is expensive
  if (!payload.includes(now.id)) return payload
  const data = JSON.parse(payload) as WithMessage
  const { message } = data
  if (message?.id === now.id) return JSON.stringify({ ...data, message: now })
  if (message?.parent_post?.id !== now.id) return payload
  const parentPost = { ...message.parent_post, content: parentPreview(now.content) }
  return JSON.stringify({ ...data, message: { ...message, parent_post: parentPost } })
}

/** Updates the stored events about a message and about the replies to it. */
export async function updateStoredEvents(tx: Tx, now: Message): Promise<void> {
  const events = await listEventsAbout(tx, now)
  const changed = events.flatMap(({ seq, payload: before }) => {
    const payload = withCurrentMessage(before, now)
    return payload === before ? [] : [{ seq, payload }]
  })
  await savePayloads(tx, now.space_id, changed)
}
