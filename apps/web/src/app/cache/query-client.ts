import { focusManager, notifyManager, QueryClient } from '@tanstack/react-query'

/** Caching defaults (docs/rules/interface.md#cache). */
const STALE_MS = 5 * 60 * 1000
const GC_MS = 10 * 60 * 1000

export function createQueryClient(): QueryClient {
  // notify before the next event: the second click of a double click must see the first one's mutation
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, gcTime: GC_MS, retry: 1, refetchOnWindowFocus: false },
      // offline, a mutation fails at once with an error instead of being retried unseen minutes later
      mutations: { networkMode: 'always' },
    },
  })
}

/** The library only watches visibility; focus from another window counts, too. */
export function watchFocus(window: EventTarget, document: EventTarget): void {
  focusManager.setEventListener((onFocus) => {
    const notify = () => onFocus()
    window.addEventListener('focus', notify)
    document.addEventListener('visibilitychange', notify)
    return () => {
      window.removeEventListener('focus', notify)
      document.removeEventListener('visibilitychange', notify)
    }
  })
}
