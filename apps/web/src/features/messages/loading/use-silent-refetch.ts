import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../../api/services.ts'
import { startSilentRefetch } from '../../../realtime/silent-refetch.ts'

/** Calls `refetch` every 60 s while somebody may see the outcome and there is a network. */
export function useSilentRefetch(refetch: () => Promise<void>): void {
  const { timers } = useServices()
  const ask = useEffectEvent(refetch)
  useEffect(() => {
    const silent = startSilentRefetch({ timers, mayAsk, refetch: () => ask() })
    document.addEventListener('visibilitychange', silent.look)
    addEventListener('online', silent.look)
    return () => {
      document.removeEventListener('visibilitychange', silent.look)
      removeEventListener('online', silent.look)
      silent.stop()
    }
  }, [timers])
}

function mayAsk(): boolean {
  return document.visibilityState === 'visible' && navigator.onLine
}
