import { focusManager, notifyManager, QueryClient } from '@tanstack/react-query'

/** Caching defaults (docs/rules/interface.md#cache). */
const STALE_MS = 5 * 60 * 1000
const KEPT_MS = 10 * 60 * 1000

export function createQueryClient(): QueryClient {
  // before the next event: the second press of a double click finds what the first began
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, gcTime: KEPT_MS, retry: 1, refetchOnWindowFocus: false },
      // without a network too: it fails at once and says so, instead of happening unseen minutes later
      mutations: { networkMode: 'always' },
    },
  })
}

/** The library only hears of a tab that is shown again; coming back from another window counts, too. */
export function watchFocus(window: EventTarget, document: EventTarget): void {
  focusManager.setEventListener((heard) => {
    const tell = () => heard()
    window.addEventListener('focus', tell)
    document.addEventListener('visibilitychange', tell)
    return () => {
      window.removeEventListener('focus', tell)
      document.removeEventListener('visibilitychange', tell)
    }
  })
}
