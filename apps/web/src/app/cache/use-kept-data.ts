import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { version } from '../../../package.json'
import { useServices, type AppServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { feedOf, persistFeed, restoreFeed } from '../../features/messages/index.ts'
import { liveView, subscribeToLive } from '../../realtime/use-connection.ts'
import { createCacheStore, type CacheStore } from '../../storage/cache-store.ts'
import { keepQueries, restoreQueries } from './query-cache.ts'

/** Goes up with every change of the shape of what is kept. */
const SHAPE = 1

const live = { isLive: () => liveView().connection.status === 'connected', subscribe: subscribeToLive }

/**
 * Shows what the page before this one knew, before anything is on screen, and keeps what this one learns: spaces,
 * agents and the newest messages (docs/rules/interface.md#cache). Mounted once, behind the session gate.
 */
export function useKeptData(): void {
  const services = useServices()
  const { session, timers } = services
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const queryClient = useQueryClient()
  // as state, because it has to be done before the first part asks
  const [store] = useState(() => restore(services, queryClient, userId, spaceId))

  useEffect(() => {
    const mayPersist = () => {
      const state = session.state()
      return state.status === 'signedIn' && state.profile.id === userId && state.spaceId === spaceId
    }
    const keepings = [keepQueries(queryClient, store, timers, mayPersist)]
    if (spaceId !== null) {
      keepings.push(persistFeed(spaceId, { feed: feedOf(spaceId), store, timers, live, mayPersist }))
    }
    const flush = () => {
      for (const keeping of keepings) keeping.flush()
    }
    const flushWhenHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushWhenHidden)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushWhenHidden)
      for (const keeping of keepings) keeping.stop()
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
  store.sweep()
  restoreQueries(queryClient, store)
  if (spaceId !== null) restoreFeed(feedOf(spaceId), store, spaceId)
  return store
}
