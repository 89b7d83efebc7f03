import type { Space } from '@flockwork/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { fetchSpaces } from './fetch-spaces.ts'
import { spacesQuery } from './spaces-query.ts'

export interface Spaces {
  /** The spaces the user belongs to; undefined until they are known. */
  spaces: readonly Space[] | undefined
  /** The one that this tab shows. */
  current: Space | undefined
  /** Those to switch to. */
  others: readonly Space[]
  isLoading: boolean
  error: Error | null
  refetch: () => Promise<void>
}

/** The user's spaces. */
export function useSpaces(): Spaces {
  const services = useServices()
  const { spaceId } = useSignedIn()
  const query = useQuery(spacesQuery(() => fetchSpaces(services)))
  const spaces = query.data
  return {
    spaces,
    current: spaces?.find(({ id }) => id === spaceId),
    others: spaces?.filter(({ id, is_member }) => is_member && id !== spaceId) ?? [],
    isLoading: query.isPending,
    error: query.error,
    refetch: async () => void (await query.refetch()),
  }
}
