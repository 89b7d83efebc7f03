import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { version } from '../../../package.json'
import { useServices, type AppServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { feedOf, persistFeed, restoreFeed } from '../../features/messages/index.ts'
import { liveView, subscribeToLive } from '../../realtime/use-connection.ts'
import { createCacheStore, type CacheStore } from '../../storage/cache-store.ts'
import { persistQueries, restoreQueries } from './query-cache.ts'

/** Increment with every change of the shape of persisted data. */
const SHAPE = 1

const live = { isLive: () => liveView().connection.status === 'connected', subscribe: subscribeToLive }

/**
 * Restores the previous page's data before the first paint and persists this one's: spaces, agents,
 * tasks and the newest messages (docs/rules/interface.md#cache). Mounted once, behind the session gate.
 */
export function usePersistedData(): void {
  const services = useServices()
  const { session, timers } = services
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const queryClient = useQueryClient()
  // in the initial state, so that it runs before any component reads
  const [store] = useState(() => restore(services, queryClient, userId, spaceId))

  useEffect(() => {
    const mayPersist = () => {
      const state = session.state()
      return state.status === 'signedIn' && state.profile.id === userId && state.spaceId === spaceId
    }
    const persisters = [persistQueries(queryClient, store, timers, mayPersist)]
    if (spaceId !== null) {
      persisters.push(persistFeed(spaceId, { feed: feedOf(spaceId), store, timers, live, mayPersist }))
    }
    const flush = () => {
      for (const persister of persisters) persister.flush()
    }
    const flushWhenHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushWhenHidden)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushWhenHidden)
      for (const persister of persisters) persister.stop()
    }
  }, [timers, session, queryClient, store, userId, spaceId])
}

function restore(
  { keys, storage, timers }: AppServices,
  queryClient: QueryClient,
  userId: string,
  spaceId: string | null,
): CacheStore {
  const store = createCacheStore({ storage, keys, now: timers.now, userId, buster: `${version}.${SHAPE}` })
  store.prune()
  restoreQueries(queryClient, store)
  if (spaceId !== null) restoreFeed(feedOf(spaceId), store, spaceId)
  return store
}
