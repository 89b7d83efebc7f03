/** A task's thread after an event of its space. Pure. */
import type { EventData } from '@flockwork/contract/events'
import type { Message } from '@flockwork/contract/messages'

/** @param replies oldest first; returned unchanged if the event doesn't concern them */
export function withThreadEvent(
  replies: readonly Message[],
  rootId: string,
  event: EventData<'message'>,
): readonly Message[] {
  switch (event.action) {
    case 'created':
      return event.message.thread_root_id === rootId ? withReply(replies, event.message) : replies
    case 'updated':
    case 'deleted': {
      const { message } = event
      return changed(replies, message.id, () => message)
    }
    case 'hold':
      return changed(replies, event.message_id, (reply) => ({ ...reply, hold: event.hold }))
    case 'reaction': {
      const { reaction_counts } = event
      return changed(replies, event.message_id, (reply) => ({ ...reply, reaction_counts }))
    }
  }
}

/** Inserts a reply in the space's order; an existing one is left unchanged. */
export function withReply(replies: readonly Message[], reply: Message): readonly Message[] {
  if (replies.some(({ id }) => id === reply.id)) return replies
  const later = replies.findIndex(({ seq }) => seq > reply.seq)
  return replies.toSpliced(later === -1 ? replies.length : later, 0, reply)
}

function changed(
  replies: readonly Message[],
  id: string,
  change: (reply: Message) => Message,
): readonly Message[] {
  const at = replies.findIndex((reply) => reply.id === id)
  const reply = replies[at]
  return reply === undefined ? replies : replies.with(at, change(reply))
}
