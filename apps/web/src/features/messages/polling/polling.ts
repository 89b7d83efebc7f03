/** Polling as the fallback: while the stream is down, or its flag is off. A part of its own. */
import { MESSAGE_PAGE_DEFAULT } from '@flockwork/contract/limits'
import { ApiError } from '../../../api/api-error.ts'
import { oncePerServices } from '../../../api/once-per-services.ts'
import type { AppServices } from '../../../api/services.ts'
import { notifyEventListeners } from '../../../realtime/live-listeners.ts'
import { liveView, subscribeToLive } from '../../../realtime/use-connection.ts'
import { isFeatureOn } from '../../../storage/feature-flags.ts'
import { isAway, RECONNECTING_AFTER_MS } from '../state/strip.ts'
import { askForChanges, askForNewest, type Asked } from '../loading/ask-anew.ts'
import { feedOf } from '../state/rooms.ts'
import { createBudget } from './budget.ts'
import { openDeliveries, withDeliveries } from './own-deliveries.ts'
import { polledEvents } from './polled-events.ts'
import { withWorkingAsked } from './polled-working.ts'
import { startPoller } from './poller.ts'
import { rulesFor } from './polling-rules.ts'

const TOO_MANY_REQUESTS = 429
const OWN_MESSAGES_ASKED = 20
/** What tells that somebody is there. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

const limitsOf = oncePerServices(({ keys }) => {
  const rules = rulesFor(keys.environment())
  // oxlint-disable-next-line no-console
  return { rules, budget: createBudget(rules, (what) => console.warn(what)) }
})

/**
 * Keeps a space's feed up to date by asking, whenever no stream has told for 5 s or none is wanted.
 *
 * @param onAnswer the server answered: what waits to be sent may go
 * @returns a function that ends it
 */
export function pollWhileAway(services: AppServices, spaceId: string, onAnswer: () => void): () => void {
  let isPolling = false
  let stop = () => {}

  function begin(): () => void {
    if (!isStreamWanted(services)) return poll(services, spaceId, onAnswer)
    let end = () => {}
    const cancel = services.timers.after(
      RECONNECTING_AFTER_MS,
      () => (end = poll(services, spaceId, onAnswer)),
    )
    return () => {
      cancel()
      end()
    }
  }

  function look(): void {
    if (isNeeded(services) === isPolling) return
    isPolling = !isPolling
    stop()
    stop = isPolling ? begin() : () => {}
  }

  const unsubscribe = subscribeToLive(look)
  look()
  return () => {
    unsubscribe()
    stop()
  }
}

function isStreamWanted({ keys, storage }: AppServices): boolean {
  return isFeatureOn(storage, keys, 'sse_messages')
}

function isNeeded(services: AppServices): boolean {
  return !isStreamWanted(services) || isAway(liveView().connection)
}

function poll(services: AppServices, spaceId: string, onAnswer: () => void): () => void {
  const poller = startPoller({
    timers: services.timers,
    ...limitsOf(services),
    isHidden: () => document.visibilityState === 'hidden',
    isOnline: () => navigator.onLine,
    async ask() {
      const polled = await askOnce(services, spaceId)
      const feed = feedOf(spaceId)
      notifyEventListeners(polledEvents(polled, feed.state().viewerId))
      // a stream that came back meanwhile knows better
      if (isNeeded(services)) feed.update((state) => withWorkingAsked(state, polled.working))
      await askForDeliveries(services, spaceId)
      onAnswer()
      return polled
    },
    limitedBy: (error) =>
      error instanceof ApiError && error.status === TOO_MANY_REQUESTS ? error.retryAfterMs : undefined,
  })
  const listening = new AbortController()
  const { signal } = listening
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, poller.touch, { signal, passive: true })
  document.addEventListener('visibilitychange', poller.look, { signal })
  for (const change of ['online', 'offline', 'focus']) addEventListener(change, poller.look, { signal })
  return () => {
    listening.abort()
    poller.stop()
  }
}

/** What changed since the last time; without one, or without the flag, the newest page. */
async function askOnce(services: AppServices, spaceId: string): Promise<Asked> {
  const isIncremental = isFeatureOn(services.storage, services.keys, 'incremental_polling')
  const wanted = { limit: MESSAGE_PAGE_DEFAULT, working: true }
  const changes = isIncremental ? await askForChanges(services, spaceId, wanted) : null
  return changes ?? askForNewest(services, spaceId, { working: true })
}

/** What became of one's own newest messages, where that is open, and as far as the limits let another request through. */
async function askForDeliveries(services: AppServices, spaceId: string): Promise<void> {
  const { api, timers } = services
  const feed = feedOf(spaceId)
  const { budget } = limitsOf(services)
  const now = timers.now()
  const author = openDeliveries(feed.state(), now).at(-1)?.username
  if (author === undefined || budget.waitMs(now) > 0) return
  budget.spend(now)
  const query = { org_id: spaceId, author: [author], limit: OWN_MESSAGES_ASKED }
  const { posts } = await api.messages.history({ query })
  feed.update((state) => withDeliveries(state, posts))
}
