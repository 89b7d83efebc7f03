/** The messages of a demo: a feed of its own, which takes the place of the space's while the demo is shown. */
import type { Message } from '@flockwork/contract/messages'
import type { AppServices } from '../../../api/services.ts'
import { randomId } from '../../../api/random-id.ts'
import { createReactor } from '../reactions/reactor.ts'
import { EMPTY_FEED } from '../state/feed-state.ts'
import { DEMO_FEED } from '../state/keys.ts'
import { feedOf, keepRoom } from '../state/rooms.ts'
import { createSendQueue, type SendQueue } from '../sending/send-queue.ts'
import { reactInDemo, sayInDemo } from './demo-calls.ts'
import { withShown } from './shown.ts'

/** Makes what the user says and reacts in the demo stay there. Must be done before a demo is shown. */
export function openDemoRoom(services: AppServices, userId: string): SendQueue {
  const feed = feedOf(DEMO_FEED)
  const queue = createSendQueue({
    spaceId: DEMO_FEED,
    post: (row) => sayInDemo(services, feed, row),
    feed,
    // what isn't sent goes with the demo
    store: { all: () => [], save: () => {}, remove: () => {} },
    isOnline: () => navigator.onLine,
    newId: randomId,
    now: services.timers.now,
  })
  const react = (id: string, emoji: string, add: boolean) => reactInDemo(services, feed, id, emoji, add)
  keepRoom(userId, DEMO_FEED, queue, createReactor({ feed, react, onFailure: () => {} }))
  feed.update((state) => ({ ...state, viewerId: userId }))
  return queue
}

export function showInDemoFeed(message: Message): void {
  feedOf(DEMO_FEED).update((state) => withShown(state, message))
}

/** Takes everything of the demo off the screen, also what could not be sent. */
export function emptyDemoFeed(): void {
  feedOf(DEMO_FEED).update(({ viewerId }) => ({ ...EMPTY_FEED, viewerId, isLoaded: true }))
}
