import { CHANNEL_DEFAULTS } from '@flockwork/contract/limits'
import { channelRoutes, type ChannelDetail } from '@flockwork/contract/channels'
import type { Message } from '@flockwork/contract/messages'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useServices, type AppServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { DEMO_FEED, messageKeys } from '../state/keys.ts'

const words = strings.messages

export interface HeldChannels {
  /** Those to post in. */
  channels: readonly string[]
  /** The archived ones too. */
  details: readonly ChannelDetail[]
}

/**
 * The channels of a space with what was posted in them.
 *
 * @param isCounted asks anew when the part comes on screen: names change seldom, counts with every message
 */
export function useChannelDetails(spaceId: string, isCounted = false): UseQueryResult<HeldChannels> {
  const services = useServices()
  return useQuery({ ...channelsOf(services, spaceId), ...(isCounted && { staleTime: 0 }) })
}

const channelsOf = ({ api }: AppServices, spaceId: string) => ({
  queryKey: messageKeys.channels(spaceId),
  queryFn: (): Promise<HeldChannels> => api.call(channelRoutes.list, { query: { org_id: spaceId } }),
})

/** The names of a space's channels; the three that every space begins with until they are known. */
export function useChannels(spaceId: string): readonly string[] {
  return useChannelDetails(spaceId).data?.channels ?? CHANNEL_DEFAULTS
}

/** Why something isn't offered: what is so, and what follows from it. */
export interface WhyNot {
  readonly title: string
  readonly text: string
}

/** Why a message can't be answered; null when it can. A reaction it takes all the same. */
export function useWhyNoReplies({ channel, space_id: spaceId }: Message): WhyNot | null {
  const services = useServices()
  const { data } = useQuery({ ...channelsOf(services, spaceId), enabled: spaceId !== DEMO_FEED })
  const isArchived = data?.details.some(({ name, archived }) => archived && name === channel) ?? false
  return isArchived ? { title: words.archived(channel), text: words.noReplies } : null
}
