/** The send queues of this page, one for each space; of one user at a time. */
import { randomId } from '../../../api/random-id.ts'
import type { AppServices } from '../../../api/services.ts'
import { clearReactors } from '../reactions/reactors.ts'
import { clearFeeds, createFeedStore, feedOf, type FeedStore } from '../state/feed-store.ts'
import { createPendingStore, spacesWithPending, type PendingSend } from '../state/pending.ts'
import { createSendQueue, type Acknowledged, type SendQueue } from './send-queue.ts'

const queues = new Map<string, SendQueue>()
/** Queues of spaces that this page hasn't shown, with separate feeds: one message doesn't make a feed a loaded one. */
const hiddenQueues = new Map<string, SendQueue>()

/** The queue of a user in a space. The first call restores what an earlier page left unsent. */
export function queueOf(services: AppServices, userId: string, spaceId: string): SendQueue {
  const key = keyOf(userId, spaceId)
  const existing = queues.get(key)
  if (existing) return existing
  const earlier = hiddenQueues.get(key)?.stop()
  hiddenQueues.delete(key)
  const created = createQueue(services, userId, spaceId, feedOf(spaceId), earlier)
  queues.set(key, created)
  feedOf(spaceId).update((state) => ({ ...state, viewerId: userId }))
  created.restore()
  return created
}

/**
 * The queues of the other spaces in which something is unsent: it is sent without the user returning there. What earlier
 * pages left is restored once; a space has one queue, or its messages would overtake each other.
 */
export function otherQueues(services: AppServices, userId: string, spaceId: string): SendQueue[] {
  const others = spacesWithPending(services.storage, services.keys, userId).filter((id) => id !== spaceId)
  return others.map((id) => {
    const key = keyOf(userId, id)
    const existing = queues.get(key) ?? hiddenQueues.get(key)
    if (existing) return existing
    const queue = createQueue(services, userId, id, createFeedStore())
    hiddenQueues.set(key, queue)
    queue.restore()
    return queue
  })
}

/** Sets the queue of a feed that isn't a space's. */
export function setQueue(userId: string, feedId: string, queue: SendQueue): void {
  queues.set(keyOf(userId, feedId), queue)
}

/** Drops all feeds, queues and reactors: the user has changed or signed out. What is pending stays in storage. */
export function resetFeeds(): void {
  for (const queue of [...queues.values(), ...hiddenQueues.values()]) void queue.stop()
  queues.clear()
  hiddenQueues.clear()
  clearReactors()
  clearFeeds()
}

function keyOf(userId: string, feedId: string): string {
  return `${userId}:${feedId}`
}

function createQueue(
  services: AppServices,
  userId: string,
  spaceId: string,
  feed: FeedStore,
  earlier?: Promise<void>,
): SendQueue {
  return createSendQueue({
    earlier,
    spaceId,
    post: (row) => post(services, row),
    feed,
    store: createPendingStore(services.storage, services.keys, userId, spaceId),
    isOnline: () => navigator.onLine,
    newId: randomId,
    now: services.timers.now,
  })
}

/** Sends a row through the route for its kind, with its idempotency key. */
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
