import type { EventData } from '@flockwork/contract/events'
import type { Message } from '@flockwork/contract/messages'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import type { Asked } from '../loading/ask-anew.ts'

/** What a stream would have told of messages that were asked for, for who listens beside the feed. */
export function polledEvents(
  { arrived, nowMentioning }: Pick<Asked, 'arrived' | 'nowMentioning'>,
  viewerId: string | null,
): LiveEvent[] {
  const created = arrived.flatMap((message) => {
    const { space_id, uploaded_at: at } = message
    const data: EventData<'message'> = { action: 'created', message, space_id, at }
    return [{ name: 'message', id: null, data }, ...mentionOf(message, at, viewerId)]
  })
  const edited = nowMentioning.flatMap((message) =>
    mentionOf(message, message.edited_at ?? message.uploaded_at, viewerId),
  )
  return [...created, ...edited]
}

function mentionOf(message: Message, at: string, viewerId: string | null): LiveEvent[] {
  const mentioned = message.mentions.find(({ id }) => id === viewerId)
  if (!mentioned) return []
  const data: EventData<'mention'> = { message, mentioned, space_id: message.space_id, at }
  return [{ name: 'mention', id: null, data }]
}
