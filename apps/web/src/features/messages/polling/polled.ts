/** Converts the response to a poll into what the stream's events would have done. Pure. */
import type { EventData } from '@flockwork/contract/events'
import { workingOf } from '../state/working.ts'
import type { Message, WorkingAgent } from '@flockwork/contract/messages'
import { isUnread } from '@flockwork/contract/policy/deliveries'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import type { Fetched } from '../loading/fetch-changes.ts'
import { orderedMessages, type FeedState, type Working } from '../state/feed-state.ts'
import { withViewerFields } from '../state/snapshots.ts'

const HOUR_MS = 60 * 60 * 1000

/** The events that a stream would have sent of the fetched messages, for listeners other than the feed. */
export function polledEvents(
  { arrived, newlyMentioning }: Pick<Fetched, 'arrived' | 'newlyMentioning'>,
  viewerId: string | null,
): LiveEvent[] {
  const created = arrived.flatMap((message) => {
    const { space_id, uploaded_at: at } = message
    const data: EventData<'message'> = { action: 'created', message, space_id, at }
    return [{ name: 'message', id: null, data }, ...mentionEvents(message, at, viewerId)]
  })
  const edited = newlyMentioning.flatMap((message) =>
    mentionEvents(message, message.edited_at ?? message.uploaded_at, viewerId),
  )
  return [...created, ...edited]
}

function mentionEvents(message: Message, at: string, viewerId: string | null): LiveEvent[] {
  const mentioned = message.mentions.find(({ id }) => id === viewerId)
  if (!mentioned) return []
  const data: EventData<'mention'> = { message, mentioned, space_id: message.space_id, at }
  return [{ name: 'mention', id: null, data }]
}

/** The feed with exactly these agents at work; unchanged if the response doesn't say. */
export function withPolledWorking(state: FeedState, polled: readonly WorkingAgent[] | undefined): FeedState {
  if (polled === undefined) return state
  const working = polled.map(workingOf)
  return isSame(state.working, working) ? state : { ...state, working }
}

function isSame(some: readonly Working[], others: readonly Working[]): boolean {
  const keyOf = ({ agentId, messageId, since, text = '' }: Working) =>
    `${agentId}:${messageId}:${since}:${text}`
  const keys = new Set(some.map(keyOf))
  return some.length === others.length && others.every((one) => keys.has(keyOf(one)))
}

/**
 * The viewer's messages of the last hour whose deliveries may still change. A delivery isn't a change of its message,
 * so it is in no response for changes; but any response to the author has it as it is now
 * (docs/rules/deliveries.md#who-sees-them).
 */
export function messagesWithOpenDeliveries(state: FeedState, now: number): Message[] {
  return orderedMessages(state).filter(
    ({ author_id, uploaded_at, deliveries }) =>
      author_id === state.viewerId && now - Date.parse(uploaded_at) < HOUR_MS && deliveries?.some(isUnread),
  )
}

/** Updates the deliveries of the loaded messages among `fetched`, and nothing else of them. */
export function withDeliveries(state: FeedState, fetched: readonly Message[]): FeedState {
  const byId = new Map(state.byId)
  for (const { id, deliveries } of fetched) {
    const loaded = byId.get(id)
    if (loaded && deliveries) byId.set(id, withViewerFields(loaded, { ...loaded, deliveries }))
  }
  return { ...state, byId }
}
