/**
 * Events that are kept for replays show a message as it is now, not as it was when they were written
 * (docs/rules/realtime.md#replays). The table's are brought up to date in the transaction of the change, memory's by
 * the hub.
 */
import type { Message } from '@flockwork/contract/messages'
import { parentPreview } from '@flockwork/contract/text/preview'
import type { Tx } from '../../../platform/database.ts'
import { listKeptEvents, savePayload } from './kept-event-repository.ts'

/** What an event with a message in it looks like to those who only need that part. */
interface WithMessage {
  message?: Message | null
}

/**
 * The payload of an event with `now` in place of what it said of that message: of itself, or of the message
 * that its own one answers. The same text when it says nothing of it.
 */
export function withCurrentMessage(payload: string, now: Message): string {
  // most events are about other messages, and parsing them all would cost more than asking
  if (!payload.includes(now.id)) return payload
  const data = JSON.parse(payload) as WithMessage
  const { message } = data
  if (message?.id === now.id) return JSON.stringify({ ...data, message: now })
  if (message?.parent_post?.id !== now.id) return payload
  const parentPost = { ...message.parent_post, content: parentPreview(now.content) }
  return JSON.stringify({ ...data, message: { ...message, parent_post: parentPost } })
}

/** Brings the kept events about a message, and about the replies to it, up to date. */
export async function refreshKeptEvents(tx: Tx, now: Message): Promise<void> {
  for (const { seq, payload } of await listKeptEvents(tx, now)) {
    const text = withCurrentMessage(payload, now)
    if (text !== payload) await savePayload(tx, now.space_id, seq, text)
  }
}
