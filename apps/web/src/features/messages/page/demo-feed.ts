/** The demo's feed, which takes the place of the space's while the demo is shown (docs/rules/demo.md#playing). */
import { demoRoutes } from '@flockwork/contract/demo'
import type { Message } from '@flockwork/contract/messages'
import type { Reactions } from '@flockwork/contract/reactions'
import { reactionOf } from '@flockwork/contract/text/reactions'
import { randomId } from '../../../api/random-id.ts'
import type { AppServices } from '../../../api/services.ts'
import { createReactor } from '../reactions/reactor.ts'
import { setReactor } from '../reactions/reactors.ts'
import { setQueue } from '../sending/queues.ts'
import { createSendQueue, type Acknowledged, type SendQueue } from '../sending/send-queue.ts'
import { withArrived, withReplyCounted } from '../state/apply-events.ts'
import { EMPTY_FEED, lastSeq, type FeedState } from '../state/feed-state.ts'
import { feedOf, type FeedStore } from '../state/feed-store.ts'
import { DEMO_FEED } from '../state/keys.ts'
import { displayedReactions } from '../state/optimistic-reactions.ts'
import type { PendingSend } from '../state/pending.ts'

/** Routes messages and reactions to the demo. Must be called before a demo is shown. */
export function openDemoFeed(services: AppServices, userId: string): SendQueue {
  const feed = feedOf(DEMO_FEED)
  const queue = createSendQueue({
    spaceId: DEMO_FEED,
    post: (row) => sendInDemo(services, feed, row),
    feed,
    // unsent messages are discarded with the demo
    store: { all: () => [], save: () => {}, remove: () => {} },
    isOnline: () => navigator.onLine,
    newId: randomId,
    now: services.timers.now,
  })
  const react = (id: string, emoji: string, add: boolean) => reactInDemo(services, feed, id, emoji, add)
  setQueue(userId, DEMO_FEED, queue)
  setReactor(DEMO_FEED, createReactor({ feed, react, onFailure: () => {} }))
  feed.update((state) => ({ ...state, viewerId: userId }))
  return queue
}

export function showInDemoFeed(message: Message): void {
  feedOf(DEMO_FEED).update((state) => withShown(state, message))
}

/** Empties the demo's feed, unsent messages included. */
export function emptyDemoFeed(): void {
  feedOf(DEMO_FEED).update(({ viewerId }) => ({ ...EMPTY_FEED, viewerId, isLoaded: true }))
}

/**
 * Appends a message to the demo's feed, unless it is already there. Messages are ordered by when they are shown, and
 * replies are counted once they are shown.
 */
export function withShown(state: FeedState, message: Message): FeedState {
  if (state.byId.has(message.id)) return state
  const shown: Message = {
    ...message,
    space_id: DEMO_FEED,
    seq: (lastSeq(state) ?? 0) + 1,
    reply_count: 0,
    last_reply_at: null,
    repliers: [],
  }
  return withArrived(withReplyCounted(state, shown), shown, true)
}

/** Sends a message to the demo; a reply that is nothing but a reaction becomes one. */
async function sendInDemo(services: AppServices, feed: FeedStore, row: PendingSend): Promise<Acknowledged> {
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

/** Adds or removes a reaction. It is local: it stays even if the server, which may have ended the demo, rejects it. */
async function reactInDemo(
  { api }: AppServices,
  feed: FeedStore,
  messageId: string,
  emoji: string,
  add: boolean,
): Promise<Reactions> {
  const current = () => feed.state().byId.get(messageId)
  if (current()?.metadata.demo === true) {
    await api
      .call(demoRoutes.react, { body: { parent_id: messageId, emoji, add }, key: randomId() })
      .catch(() => undefined)
  }
  // read after the request: another reaction may have been added meanwhile
  const message = current()
  const reaction = new Map([[emoji, add]])
  return message ? displayedReactions(message, reaction) : { reaction_counts: {}, user_reactions: {} }
}
