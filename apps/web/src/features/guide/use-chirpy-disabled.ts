import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { useAgents } from '../agents/index.ts'
import { useGuideMemory } from './guide-memory.ts'

/**
 * Whether Chirpy is switched off: the server's last response, stored in this browser and refetched on load, when the
 * window gets the focus and when the tab becomes visible.
 */
export function useChirpyDisabled(): boolean {
  const memory = useGuideMemory()
  const { id: userId } = useSignedIn().profile
  const { agents, refetch } = useAgents()
  const isDisabled = agents?.find(({ username }) => username === GUIDE_HANDLE)?.control.is_disabled
  const refresh = useEffectEvent(() => void refetch())

  useEffect(() => {
    if (isDisabled !== undefined) memory.keepChirpyDisabled(userId, isDisabled)
  }, [memory, userId, isDisabled])

  useEffect(() => {
    const wasShown = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    wasShown()
    addEventListener('focus', wasShown)
    document.addEventListener('visibilitychange', wasShown)
    return () => {
      removeEventListener('focus', wasShown)
      document.removeEventListener('visibilitychange', wasShown)
    }
  }, [])

  return useSyncExternalStore(memory.subscribe, () => memory.isChirpyDisabled(userId))
}
