import type { Space } from '@flockwork/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { fetchSpaces } from './fetch-spaces.ts'
import { spacesQuery } from './spaces-query.ts'
import { unreadStoreOf, withUnreadHere } from './unread-store.ts'

export interface Spaces {
  /** The user's spaces; undefined while loading. */
  spaces: readonly Space[] | undefined
  /** The one that this tab shows. */
  current: Space | undefined
  /** The spaces to switch to. */
  others: readonly Space[]
  isLoading: boolean
  error: Error | null
  refetch: () => Promise<void>
}

/**
 * The user's spaces. The current one's `mine` is the server's last count: to show the live unread count, use
 * `useSpacesWithUnread`.
 */
export function useSpaces(): Spaces {
  const services = useServices()
  const { spaceId } = useSignedIn()
  const query = useQuery(spacesQuery(() => fetchSpaces(services)))
  const spaces = query.data
  return {
    ...placed(spaces, spaceId),
    isLoading: query.isPending,
    error: query.error,
    refetch: async () => void (await query.refetch()),
  }
}

/** The same with the live unread count. Rerenders on every message. */
export function useSpacesWithUnread(): Spaces {
  const known = useSpaces()
  const { spaceId } = useSignedIn()
  const { subscribe, view } = unreadStoreOf(useServices())
  const here = useSyncExternalStore(subscribe, view)
  return { ...known, ...placed(known.spaces && withUnreadHere(known.spaces, here), spaceId) }
}

function placed(spaces: readonly Space[] | undefined, currentId: string | null) {
  return {
    spaces,
    current: spaces?.find(({ id }) => id === currentId),
    others: spaces?.filter(({ id, is_member }) => is_member && id !== currentId) ?? [],
  }
}
