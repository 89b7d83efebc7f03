/** The feed and the send queue of each space that this page showed; one user at a time. */
import { reactionRoutes } from '@flockwork/contract/reactions'
import type { AppServices } from '../../../api/services.ts'
import { randomId } from '../../../api/random-id.ts'
import { createFeedStore, type FeedStore } from './feed-store.ts'
import { createPendingStore, spacesWithPending, type PendingSend } from './pending.ts'
import { createReactor, type Reactor } from '../reactions/reactor.ts'
import { createSendQueue, type Acknowledged, type SendQueue } from '../sending/send-queue.ts'

const feeds = new Map<string, FeedStore>()
const queues = new Map<string, SendQueue>()
const reactors = new Map<string, Reactor>()

export function feedOf(spaceId: string): FeedStore {
  const known = feeds.get(spaceId)
  if (known) return known
  const made = createFeedStore()
  feeds.set(spaceId, made)
  return made
}

/** The queue of a user in a space; the first call takes up what an earlier page left unsent. */
export function queueOf(services: AppServices, userId: string, spaceId: string): SendQueue {
  const name = `${userId}:${spaceId}`
  const known = queues.get(name)
  if (known) return known
  const made = createQueue(services, userId, spaceId, feedOf(spaceId))
  queues.set(name, made)
  feedOf(spaceId).update((state) => ({ ...state, viewerId: userId }))
  made.restore()
  return made
}

/**
 * Takes up what earlier pages left unsent in other spaces than the one on screen: who wrote there and switched, or
 * came back somewhere else, needn't return for it to go out.
 */
export function queuesLeftBehind(services: AppServices, userId: string, spaceId: string): SendQueue[] {
  const others = spacesWithPending(services.storage, services.keys, userId).filter((id) => id !== spaceId)
  return others.map((id) => {
    const queue = createQueue(services, userId, id, createFeedStore())
    queue.restore()
    return queue
  })
}

function createQueue(services: AppServices, userId: string, spaceId: string, feed: FeedStore): SendQueue {
  return createSendQueue({
    spaceId,
    post: (row) => post(services, row),
    feed,
    store: createPendingStore(services.storage, services.keys, userId, spaceId),
    isOnline: () => navigator.onLine,
    newId: randomId,
    now: services.timers.now,
  })
}

/** Gives and takes back reactions in a space; `onFailure` is told by the first call's. */
export function reactorOf(
  { api }: AppServices,
  spaceId: string,
  onFailure: (error: unknown) => void,
): Reactor {
  const known = reactors.get(spaceId)
  if (known) return known
  const made = createReactor({
    feed: feedOf(spaceId),
    react: (id, emoji, add) => api.call(reactionRoutes.react, { params: { id }, body: { emoji, add } }),
    onFailure,
  })
  reactors.set(spaceId, made)
  return made
}

/** Takes the queue and the reactor of a feed that isn't a space's. */
export function keepRoom(userId: string, feedId: string, queue: SendQueue, reactor: Reactor): void {
  queues.set(`${userId}:${feedId}`, queue)
  reactors.set(feedId, reactor)
}

/** Forgets everything: another user signs in, or nobody. What is pending stays in storage. */
export function forgetRooms(): void {
  for (const queue of queues.values()) queue.stop()
  queues.clear()
  reactors.clear()
  feeds.clear()
}

/** The call that a row goes out by, always with its own key and its own space. */
function post(
  { api }: AppServices,
  { kind, clientId: key, spaceId, content, channel, parentId }: PendingSend,
): Promise<Acknowledged> {
  if (kind === 'reply' && parentId)
    return api.messages.reply({ params: { id: parentId }, body: { content }, key })
  if (kind === 'respond' && parentId) {
    return api.messages.respond({ params: { id: parentId }, body: { content }, key })
  }
  return api.messages.post({ body: { content, channel, org_id: spaceId }, key })
}
