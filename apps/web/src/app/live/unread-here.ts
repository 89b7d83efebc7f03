/** Keeps the current space's unread count up to date (docs/rules/spaces.md#unread). */
import type { QueryClient } from '@tanstack/react-query'
import type { AppServices } from '../../api/services.ts'
import { adoptPosition, countReadHere, feedOf } from '../../features/messages/index.ts'
import { isCountedElsewhere, spaceKeys, unreadStoreOf } from '../../features/spaces/index.ts'
import type { LiveEvent } from '../../realtime/apply-event.ts'
import { createDebounce } from '../../realtime/debounce.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'

const REFETCH_AFTER_MS = 250
const REFETCH_AT_LATEST_MS = 2000

export interface UnreadWatch {
  /** Events of the stream, after the feed has applied them. */
  onEvents(events: readonly LiveEvent[]): void
  stop(): void
}

export function watchUnread(
  services: AppServices,
  queryClient: QueryClient,
  userId: string,
  spaceId: string,
): UnreadWatch {
  const { timers, spaceStates } = services
  const store = unreadStoreOf(services)
  store.open(spaceId, userId)
  const refetch = createDebounce(
    timers,
    { waitMs: REFETCH_AFTER_MS, maxMs: REFETCH_AT_LATEST_MS },
    () => void queryClient.invalidateQueries({ queryKey: spaceKeys.mine }),
  )

  let isUpdating = false
  function update(): void {
    // it changes the state that it subscribes to
    if (isUpdating) return
    isUpdating = true
    const position = store.position()
    if (position !== null) adoptPosition(services, userId, spaceId, position)
    store.setReadHere(position === null ? 0 : countReadHere(services, userId, spaceId, position))
    isUpdating = false
  }

  const unsubscribe = [
    store.subscribe(update),
    feedOf(spaceId).subscribe(update),
    spaceStates.subscribe(update),
    // also messages from polling
    subscribeToEvents((events) => {
      if (events.some(isCountedElsewhere)) refetch.trigger()
    }),
  ]
  update()
  return {
    onEvents(events) {
      store.onEvents(events)
      update()
      if (store.needsAnswer()) refetch.trigger()
    },
    stop() {
      for (const end of unsubscribe) end()
      refetch.cancel()
    },
  }
}
