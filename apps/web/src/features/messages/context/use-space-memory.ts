import { useMemo } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import type { SpaceState } from '../../../storage/space-state.ts'

export interface SpaceMemory {
  read: () => SpaceState
  update: (change: (state: SpaceState) => SpaceState) => void
}

/** The stored state of the space on screen, for components that needn't render at each change of it. */
export function useSpaceMemory(): SpaceMemory {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  return useMemo(
    () => ({
      read: () => spaceStates.read(userId, spaceId),
      update: (change) => spaceStates.update(userId, spaceId, change),
    }),
    [spaceStates, userId, spaceId],
  )
}
