import { channelRoutes, type ChannelDetail } from '@flockwork/contract/channels'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { messageKeys } from '../state/keys.ts'
import { openChannels } from './channel-names.ts'
import type { Channels } from './use-channels.ts'

export interface ChannelChange {
  /** The channel's current name. */
  of: string
  name?: string
  archived?: boolean
}

interface ChangeChannels {
  create: UseMutationResult<ChannelDetail, Error, string>
  /** For the admins of the space. */
  change: UseMutationResult<ChannelDetail, Error, ChannelChange>
}

/** Creates, renames and archives channels, and updates the cached list at once. */
export function useChangeChannels(spaceId: string): ChangeChannels {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const queryKey = messageKeys.channels(spaceId)

  function updateCache(changed: ChannelDetail, of: string) {
    queryClient.setQueryData<Channels>(queryKey, (cached) => cached && withChannel(cached, changed, of))
    void queryClient.invalidateQueries({ queryKey })
  }

  return {
    create: useMutation({
      mutationFn: (name: string) => api.call(channelRoutes.create, { body: { name, org_id: spaceId } }),
      onSuccess: (created) => updateCache(created, created.name),
    }),
    change: useMutation({
      mutationFn: ({ of, ...body }: ChannelChange) =>
        api.call(channelRoutes.update, { params: { name: of }, body: { ...body, org_id: spaceId } }),
      onSuccess: (changed, { of }) => updateCache(changed, of),
    }),
  }
}

function withChannel(cached: Channels, changed: ChannelDetail, of: string): Channels {
  const isKnown = cached.details.some(({ name }) => name === of)
  const details = isKnown
    ? cached.details.map((channel) => (channel.name === of ? changed : channel))
    : [...cached.details, changed]
  return { channels: openChannels(details).map(({ name }) => name), details }
}
