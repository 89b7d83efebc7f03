import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../../api/services.ts'
import { startSilentRefetch } from '../../../realtime/silent-refetch.ts'

/** Calls `refetch` every 60 s while the page is visible and online. */
export function useSilentRefetch(refetch: () => Promise<void>): void {
  const { timers } = useServices()
  const latest = useEffectEvent(refetch)
  useEffect(() => {
    const silent = startSilentRefetch({ timers, canRefetch, refetch: () => latest() })
    document.addEventListener('visibilitychange', silent.resume)
    addEventListener('online', silent.resume)
    return () => {
      document.removeEventListener('visibilitychange', silent.resume)
      removeEventListener('online', silent.resume)
      silent.stop()
    }
  }, [timers])
}

function canRefetch(): boolean {
  return document.visibilityState === 'visible' && navigator.onLine
}
