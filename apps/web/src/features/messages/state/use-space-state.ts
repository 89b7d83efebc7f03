import { useCallback, useSyncExternalStore } from 'react'
import { spaceStates } from '../../../api/browser.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { withRead, type SpaceState } from '../../../storage/space-state.ts'

export interface UseSpaceState {
  state: SpaceState
  markRead: (ids: readonly string[]) => void
  /** Changes any other part: scroll position, expanded posts, last read time. */
  update: (change: (state: SpaceState) => SpaceState) => void
}

/** What this browser remembers of the space on screen. */
export function useSpaceState(): UseSpaceState {
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id
  const state = useSyncExternalStore(spaceStates.subscribe, () => spaceStates.read(userId, spaceId))
  const update = useCallback(
    (change: (state: SpaceState) => SpaceState) => spaceStates.update(userId, spaceId, change),
    [userId, spaceId],
  )
  const markRead = useCallback(
    (ids: readonly string[]) => {
      const known = new Set(spaceStates.read(userId, spaceId).readMessageIds)
      if (ids.some((id) => !known.has(id))) update((current) => withRead(current, ids))
    },
    [userId, spaceId, update],
  )
  return { state, markRead, update }
}
