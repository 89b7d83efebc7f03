import { channelRoutes, type ChannelDetail } from '@flockwork/contract/channels'
import { CHANNEL_DEFAULTS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useServices, type AppServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { DEMO_FEED, messageKeys } from '../state/keys.ts'

const words = strings.messages

export interface Channels {
  /** Names of those that aren't archived. */
  channels: readonly string[]
  /** All, the archived included. */
  details: readonly ChannelDetail[]
}

/**
 * The channels of a space with their message counts.
 *
 * @param isCounted refetches on mount: counts change with every message
 */
export function useChannelDetails(spaceId: string, isCounted = false): UseQueryResult<Channels> {
  const services = useServices()
  return useQuery({ ...channelsOf(services, spaceId), ...(isCounted && { staleTime: 0 }) })
}

const channelsOf = ({ api }: AppServices, spaceId: string) => ({
  queryKey: messageKeys.channels(spaceId),
  queryFn: (): Promise<Channels> => api.call(channelRoutes.list, { query: { org_id: spaceId } }),
})

/** The names of a space's channels; until they are loaded, the three that every space has at first. */
export function useChannels(spaceId: string): readonly string[] {
  return useChannelDetails(spaceId).data?.channels ?? CHANNEL_DEFAULTS
}

export interface WhyNot {
  readonly title: string
  readonly text: string
}

/** Why a message can't be replied to, even if it still accepts reactions; null if it can. */
export function useWhyNoReplies({ channel, space_id: spaceId }: Message): WhyNot | null {
  const services = useServices()
  const { data } = useQuery({ ...channelsOf(services, spaceId), enabled: spaceId !== DEMO_FEED })
  const isArchived = data?.details.some(({ name, archived }) => archived && name === channel) ?? false
  return isArchived ? { title: words.archived(channel), text: words.noReplies } : null
}
