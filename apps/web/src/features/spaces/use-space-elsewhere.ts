import { useSignedIn } from '../../api/use-session.ts'
import { useSpaces } from './use-spaces.ts'

export interface SpaceElsewhere {
  spaceId: string
  name: string
  /** Loads the page anew, in that space. */
  follow: () => void
}

/** "You switched to {space} in another tab": the space to follow to; null when there is none. */
export function useSpaceElsewhere(): SpaceElsewhere | null {
  const { otherSpaceId } = useSignedIn()
  const { spaces } = useSpaces()
  if (otherSpaceId === null) return null
  const name = spaces?.find(({ id }) => id === otherSpaceId)?.name ?? 'another space'
  return { spaceId: otherSpaceId, name, follow: () => location.assign('/') }
}
