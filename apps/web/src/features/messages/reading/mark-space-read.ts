/** Marks messages as read up to a position, here and on the server. */
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'
import type { AppServices } from '../../../api/services.ts'
import { orderedMessages } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { withReadUpTo } from './reading.ts'

type Position = Pick<Message, 'id' | 'space_id' | 'uploaded_at'>

/** The newest message of a space; null if it has none. */
export async function newestMessage({ api }: AppServices, spaceId: string): Promise<Message | null> {
  const { posts } = await api.messages.history({ query: { org_id: spaceId, limit: 1 } })
  return posts.at(-1) ?? null
}

/** Marks everything in a message's space up to it as read, here and for the user's other browsers. */
export async function markSpaceRead(services: AppServices, userId: string, upTo: Position): Promise<void> {
  const { id, space_id: spaceId } = upTo
  await services.api.call(inboxRoutes.seen, { params: { id: spaceId }, body: { message_id: id } })
  markReadUpTo(services, userId, upTo)
}

/**
 * Reports to the server that everything up to a message is read. If the response says that another browser of the user
 * has read further, that is applied here.
 */
export async function reportPosition(
  services: AppServices,
  userId: string,
  spaceId: string,
  messageId: string,
): Promise<void> {
  const { last_seen_message_id: position } = await services.api.call(inboxRoutes.seen, {
    params: { id: spaceId },
    body: { message_id: messageId },
  })
  if (position !== null && position !== messageId) await applyPosition(services, userId, spaceId, position)
}

/** Applies the read position of another browser of the user. */
export async function applyPosition(
  services: AppServices,
  userId: string,
  spaceId: string,
  messageId: string,
): Promise<void> {
  const loaded = feedOf(spaceId).state().byId.get(messageId)
  markReadUpTo(
    services,
    userId,
    loaded ?? (await services.api.messages.get({ params: { id: messageId } })).message,
  )
}

function markReadUpTo({ spaceStates }: AppServices, userId: string, message: Position): void {
  const { space_id: spaceId } = message
  const messages = orderedMessages(feedOf(spaceId).state())
  spaceStates.update(userId, spaceId, (state) => withReadUpTo(state, message, messages))
}
