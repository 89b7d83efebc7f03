import type { Message } from '@flockwork/contract/messages'
import type { StoredEvent } from '../../../platform/outbox.ts'

/** How the payload of a change begins; posts, which are most events, are not parsed to find out. */
const CHANGES = ['{"action":"updated"', '{"action":"deleted"']

/** The message that an event says has changed, as it is now. */
export function changedMessage({ name, payload }: StoredEvent): Message | undefined {
  if (name !== 'message' || !CHANGES.some((start) => payload.startsWith(start))) return undefined
  // written by the messages room in this shape
  return (JSON.parse(payload) as { message: Message }).message
}
