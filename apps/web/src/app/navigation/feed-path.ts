import type { Space } from '@flockwork/contract/spaces'
import { FEED_PATHS } from '../../features/messages/index.ts'

/**
 * Where the feed of this space is, for someone at another of the feed's URLs: `/home` in a personal space, `/`
 * elsewhere. Null for someone who is there or elsewhere, or where the space isn't known.
 */
export function feedPathFrom(
  pathname: string,
  space: Pick<Space, 'is_personal'> | undefined,
): '/home' | '/' | null {
  if (space === undefined || !FEED_PATHS.includes(pathname)) return null
  const path = space.is_personal ? '/home' : '/'
  return path === pathname ? null : path
}
