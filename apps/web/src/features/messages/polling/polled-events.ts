import type { EventData } from '@flockwork/contract/events'
import type { Message } from '@flockwork/contract/messages'
import type { LiveEvent } from '../../../realtime/apply-event.ts'

/** What a stream would have told of messages that were asked for, for who listens beside the feed. */
export function polledEvents(arrived: readonly Message[], viewerId: string | null): LiveEvent[] {
  return arrived.flatMap((message) => {
    const { space_id, uploaded_at: at } = message
    const created: EventData<'message'> = { action: 'created', message, space_id, at }
    const told: LiveEvent[] = [{ name: 'message', id: null, data: created }]
    const mentioned = message.mentions.find(({ id }) => id === viewerId)
    if (!mentioned) return told
    const mention: EventData<'mention'> = { message, mentioned, space_id, at }
    return [...told, { name: 'mention', id: null, data: mention }]
  })
}
