import { useSyncExternalStore } from 'react'
import { oncePerServices } from '../api/once-per-services.ts'
import { useServices } from '../api/services.ts'

const TICK_MS = 30_000

const tickerOf = oncePerServices(({ tokens }) => {
  let now = tokens.serverNow()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()

  function tick(): void {
    now = tokens.serverNow()
    for (const listener of listeners) listener()
  }

  function tickWhenSeen(): void {
    if (document.visibilityState === 'visible') tick()
  }

  return {
    now: () => now,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (timer === undefined) {
        // a recent value is reused: a new one would rerender every subscriber
        if (tokens.serverNow() - now >= TICK_MS) now = tokens.serverNow()
        timer = setInterval(tick, TICK_MS)
        document.addEventListener('visibilitychange', tickWhenSeen)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
        document.removeEventListener('visibilitychange', tickWhenSeen)
      }
    },
  }
})

/**
 * The server's time in ms, updated every 30 s by one timer for the whole page. For ages and expiry, which count from
 * times that the server wrote.
 */
export function useNow(): number {
  const { now, subscribe } = tickerOf(useServices())
  return useSyncExternalStore(subscribe, now)
}
