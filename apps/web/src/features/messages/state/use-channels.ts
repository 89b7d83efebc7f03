import { CHANNEL_DEFAULTS } from '@flockwork/contract/limits'
import type { ChannelDetail } from '@flockwork/contract/messages'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../../api/browser.ts'
import { messageKeys } from './keys.ts'

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
  return useQuery({
    queryKey: messageKeys.channels(spaceId),
    queryFn: (): Promise<HeldChannels> => api.messages.channels({ query: { org_id: spaceId } }),
    ...(isCounted && { staleTime: 0 }),
  })
}

/** The names of a space's channels; the three that every space begins with until they are known. */
export function useChannels(spaceId: string): readonly string[] {
  return useChannelDetails(spaceId).data?.channels ?? CHANNEL_DEFAULTS
}
