import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { feedOf } from '../../features/messages/index.ts'
import { useSpaces } from '../../features/spaces/index.ts'
import { useSignedIn } from '../session.ts'

/** The space of the message of `/m/{id}`, or of a filtered view, as far as it is known. */
export type MessageLocation =
  | { kind: 'none' }
  /** Loading. */
  | { kind: 'unknown' }
  /** In the space on screen; also for an unknown message, which the feed reports. */
  | { kind: 'here'; messageId: string | null }
  /** In another space of the user's. */
  | { kind: 'otherSpace'; spaceId: string }

/**
 * Finds the space of a message, so that its address opens it there (docs/rules/messages.md#addresses).
 *
 * @param wanted the space that an address without a message names
 */
export function useMessageLocation(id: string | null, wanted: string | undefined): MessageLocation {
  const services = useServices()
  const { spaceId } = useSignedIn()
  const { spaces } = useSpaces()
  const isLoaded = id !== null && spaceId !== null && feedOf(spaceId).state().byId.has(id)
  const { data, isPending } = useQuery({
    queryKey: ['message-place', id],
    queryFn: () => find(services, id ?? ''),
    enabled: id !== null && !isLoaded,
    // a message never moves, but access to it changes
    staleTime: 0,
    networkMode: 'always',
  })

  if (id === null) {
    if (wanted === undefined) return { kind: 'none' }
    if (wanted === spaceId) return { kind: 'here', messageId: null }
    if (!spaces) return { kind: 'unknown' }
    const isOurs = spaces.some((space) => space.id === wanted)
    return isOurs ? { kind: 'otherSpace', spaceId: wanted } : { kind: 'here', messageId: wanted }
  }
  if (isLoaded) return { kind: 'here', messageId: id }
  if (isPending) return { kind: 'unknown' }
  // not found or unavailable: the feed retries and shows the error
  if (!data) return { kind: 'here', messageId: id }
  if (data.spaceId !== spaceId) return { kind: 'otherSpace', spaceId: data.spaceId }
  return { kind: 'here', messageId: data.messageId }
}

async function find(
  { api }: AppServices,
  id: string,
): Promise<{ spaceId: string; messageId: string } | null> {
  try {
    const { message } = await api.messages.get({ params: { id } })
    return { spaceId: message.space_id, messageId: message.id }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
