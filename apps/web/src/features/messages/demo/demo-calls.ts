/** What is written and reacted in a demo: on screen first, on the server too (docs/rules/demo.md#playing). */
import { demoRoutes } from '@flockwork/contract/demo'
import type { Reactions } from '@flockwork/contract/reactions'
import { reactionOf } from '@flockwork/contract/text/reactions'
import type { AppServices } from '../../../api/services.ts'
import { randomId } from '../../../api/random-id.ts'
import { displayedReactions } from '../state/optimistic-reactions.ts'
import type { FeedStore } from '../state/feed-store.ts'
import type { PendingSend } from '../state/pending.ts'
import type { Acknowledged } from '../sending/send-queue.ts'
import { withShown } from './shown.ts'

/** Says something in the demo; a reply that is nothing but a reaction is given as one. */
export async function sayInDemo(
  services: AppServices,
  feed: FeedStore,
  row: PendingSend,
): Promise<Acknowledged> {
  const { content, parentId, clientId: key } = row
  const emojis = parentId === null ? null : reactionOf(content)
  if (emojis !== null && parentId !== null) {
    let reactions: Reactions = { reaction_counts: {}, user_reactions: {} }
    for (const emoji of emojis) reactions = await reactInDemo(services, feed, parentId, emoji, true)
    return { message: null, reaction: { message_id: parentId, emojis }, ...reactions }
  }
  const { message } = await services.api.call(demoRoutes.message, {
    body: { content, parent_id: parentId },
    key,
  })
  feed.update((state) => withShown(state, message))
  return { message: feed.state().byId.get(message.id) ?? message }
}

/**
 * Gives a reaction or takes it back. Reactions of a demo are local: they stay although the server, which is told
 * where it has the demo, may not have them.
 */
export async function reactInDemo(
  { api }: AppServices,
  feed: FeedStore,
  messageId: string,
  emoji: string,
  add: boolean,
): Promise<Reactions> {
  const held = () => feed.state().byId.get(messageId)
  if (held()?.metadata.demo === true) {
    await api
      .call(demoRoutes.react, { body: { parent_id: messageId, emoji, add }, key: randomId() })
      .catch(() => undefined)
  }
  // as it is by now: another reaction may have been given meanwhile
  const message = held()
  const wish = new Map([[emoji, add]])
  return message ? displayedReactions(message, wish) : { reaction_counts: {}, user_reactions: {} }
}
