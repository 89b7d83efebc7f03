/** Polling as the fallback while the stream is down, or its flag is off. In a separate chunk. */
import { MESSAGE_PAGE_DEFAULT } from '@flockwork/contract/limits'
import { ApiError } from '../../../api/api-error.ts'
import { oncePerServices } from '../../../api/once-per-services.ts'
import type { AppServices } from '../../../api/services.ts'
import { notifyEventListeners } from '../../../realtime/live-listeners.ts'
import { liveView, subscribeToLive } from '../../../realtime/use-connection.ts'
import { isFeatureOn } from '../../../storage/feature-flags.ts'
import { fetchChanges, fetchNewest, type Fetched } from '../loading/fetch-changes.ts'
import { feedOf } from '../state/feed-store.ts'
import { isAway, RECONNECTING_AFTER_MS } from '../state/strip.ts'
import { messagesWithOpenDeliveries, polledEvents, withDeliveries, withPolledWorking } from './polled.ts'
import { startPoller } from './poller.ts'
import { createBudget, rulesFor } from './polling-rules.ts'

const TOO_MANY_REQUESTS = 429
const OWN_MESSAGES_MAX = 20
const INPUT_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

const limitsOf = oncePerServices(({ keys }) => {
  const rules = rulesFor(keys.environment())
  // oxlint-disable-next-line no-console
  return { rules, budget: createBudget(rules, (warning) => console.warn(warning)) }
})

/**
 * Keeps a space's feed up to date by polling, whenever the stream has been away for 5 s or its flag is off.
 *
 * @param onAnswer the server is reachable: what is queued may be sent
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

  function update(): void {
    if (isNeeded(services) === isPolling) return
    isPolling = !isPolling
    stop()
    stop = isPolling ? begin() : () => {}
  }

  const unsubscribe = subscribeToLive(update)
  update()
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
    async poll() {
      const polled = await fetchOnce(services, spaceId)
      const feed = feedOf(spaceId)
      notifyEventListeners(polledEvents(polled, feed.state().viewerId))
      // a stream that is back meanwhile is newer
      if (isNeeded(services)) feed.update((state) => withPolledWorking(state, polled.working))
      await fetchDeliveries(services, spaceId)
      onAnswer()
      return polled
    },
    retryAfterMs: (error) =>
      error instanceof ApiError && error.status === TOO_MANY_REQUESTS ? error.retryAfterMs : undefined,
  })
  const { onActivity, onEnvironmentChange } = poller
  const listeners = new AbortController()
  const { signal } = listeners
  for (const input of INPUT_EVENTS) addEventListener(input, onActivity, { signal, passive: true })
  document.addEventListener('visibilitychange', onEnvironmentChange, { signal })
  for (const change of ['online', 'offline', 'focus'])
    addEventListener(change, onEnvironmentChange, { signal })
  return () => {
    listeners.abort()
    poller.stop()
  }
}

/** The changes since the last poll; the newest page where there was none, or without the flag. */
async function fetchOnce(services: AppServices, spaceId: string): Promise<Fetched> {
  const isIncremental = isFeatureOn(services.storage, services.keys, 'incremental_polling')
  const options = { limit: MESSAGE_PAGE_DEFAULT, working: true }
  const changes = isIncremental ? await fetchChanges(services, spaceId, options) : null
  return changes ?? fetchNewest(services, spaceId, { working: true })
}

/** Updates the deliveries of the viewer's newest messages, if any may change and the budget has another request. */
async function fetchDeliveries(services: AppServices, spaceId: string): Promise<void> {
  const { api, timers } = services
  const feed = feedOf(spaceId)
  const { budget } = limitsOf(services)
  const now = timers.now()
  const author = messagesWithOpenDeliveries(feed.state(), now).at(-1)?.username
  if (author === undefined || budget.waitMs(now) > 0) return
  budget.spend(now)
  const query = { org_id: spaceId, author: [author], limit: OWN_MESSAGES_MAX }
  const { posts } = await api.messages.history({ query })
  feed.update((state) => withDeliveries(state, posts))
}
