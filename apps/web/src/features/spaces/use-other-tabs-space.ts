import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { useSpaces } from './use-spaces.ts'

export interface SpaceElsewhere {
  spaceId: string
  name: string
  /** Reloads the page in that space. */
  follow: () => void
}

/**
 * "You switched to {space} in another tab": the space to follow to; null when there is none. A token announces it, and
 * the list of spaces, refetched after each token, may correct it: tokens of two tabs can cross.
 */
export function useOtherTabsSpace(): SpaceElsewhere | null {
  const { otherSpaceId, spaceId } = useSignedIn()
  const { spaces } = useSpaces()
  const isStillCurrent = spaces?.some(({ id, is_current }) => is_current && id === spaceId) ?? false
  // a user who is no longer in the current space is led home (lost-space.tsx)
  const isOut = spaces !== undefined && !spaces.some(({ id }) => id === spaceId)
  if (otherSpaceId === null || isStillCurrent || isOut) return null
  const name = spaces?.find(({ id }) => id === otherSpaceId)?.name ?? strings.spaces.anotherSpace
  return { spaceId: otherSpaceId, name, follow: () => location.assign('/') }
}
