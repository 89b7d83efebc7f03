import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { feedOf } from '../../features/messages/index.ts'
import { useSpaces } from '../../features/spaces/index.ts'
import { useSignedIn } from '../session.ts'

/** Where the message of `/m/{id}`, or a filtered view, stands, as far as that is known. */
export type MessagePlace =
  | { kind: 'none' }
  /** It is being asked for. */
  | { kind: 'unknown' }
  /** In the space on screen; also a message that is nowhere, which the feed then says. */
  | { kind: 'here'; messageId: string | null }
  /** In another space of the user's. */
  | { kind: 'elsewhere'; spaceId: string }

/**
 * Finds the space of a message, so that its address opens it there (docs/rules/messages.md#addresses).
 *
 * @param wanted the space that an address without a message names
 */
export function useMessagePlace(id: string | null, wanted: string | undefined): MessagePlace {
  const services = useServices()
  const { spaceId } = useSignedIn()
  const { spaces } = useSpaces()
  const isHeld = id !== null && spaceId !== null && feedOf(spaceId).state().byId.has(id)
  const { data, isPending } = useQuery({
    queryKey: ['message-place', id],
    queryFn: () => find(services, id ?? ''),
    enabled: id !== null && !isHeld,
    // it never moves, but whether it may be seen changes
    staleTime: 0,
    networkMode: 'always',
  })

  if (id === null) {
    if (wanted === undefined) return { kind: 'none' }
    if (wanted === spaceId) return { kind: 'here', messageId: null }
    if (!spaces) return { kind: 'unknown' }
    const isOurs = spaces.some((space) => space.id === wanted)
    return isOurs ? { kind: 'elsewhere', spaceId: wanted } : { kind: 'here', messageId: wanted }
  }
  if (isHeld) return { kind: 'here', messageId: id }
  if (isPending) return { kind: 'unknown' }
  // not found, or not to be had now: the feed asks again and says what is wrong
  if (!data) return { kind: 'here', messageId: id }
  if (data.spaceId !== spaceId) return { kind: 'elsewhere', spaceId: data.spaceId }
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
