import { channelRoutes, type ChannelDetail } from '@flockwork/contract/channels'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { detailOf, fieldErrorsOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { messageKeys } from '../state/keys.ts'
import type { HeldChannels } from './use-channels.ts'

export interface ChannelChange {
  /** The channel as it is called now. */
  of: string
  name?: string
  archived?: boolean
}

interface ChangeChannels {
  create: UseMutationResult<ChannelDetail, Error, string>
  /** For the admins of the space. */
  change: UseMutationResult<ChannelDetail, Error, ChannelChange>
}

/** Making, renaming and archiving channels; what is held of them knows it at once. */
export function useChangeChannels(spaceId: string): ChangeChannels {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const queryKey = messageKeys.channels(spaceId)

  function hold(changed: ChannelDetail, of: string) {
    queryClient.setQueryData<HeldChannels>(queryKey, (held) => held && withChannel(held, changed, of))
    void queryClient.invalidateQueries({ queryKey })
  }

  return {
    create: useMutation({
      mutationFn: (name: string) => api.call(channelRoutes.create, { body: { name, org_id: spaceId } }),
      onSuccess: (made) => hold(made, made.name),
    }),
    change: useMutation({
      mutationFn: ({ of, ...body }: ChannelChange) =>
        api.call(channelRoutes.update, { params: { name: of }, body: { ...body, org_id: spaceId } }),
      onSuccess: (changed, { of }) => hold(changed, of),
    }),
  }
}

/** Why a name was refused, or the change. */
export function reasonOf(error: unknown, fallback: string): string {
  return fieldErrorsOf(error)['name'] ?? detailOf(error, fallback)
}

function withChannel(held: HeldChannels, changed: ChannelDetail, of: string): HeldChannels {
  const isKnown = held.details.some(({ name }) => name === of)
  const details = isKnown
    ? held.details.map((channel) => (channel.name === of ? changed : channel))
    : [...held.details, changed]
  const channels = details.filter(({ archived }) => !archived).map(({ name }) => name)
  return { channels, details }
}
