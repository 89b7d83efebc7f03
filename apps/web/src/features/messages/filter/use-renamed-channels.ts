import type { ChannelDetail } from '@flockwork/contract/channels'
import { useEffect, useEffectEvent, useRef } from 'react'
import { renamedChannel } from '../channels/renamed-channel.ts'
import { useChannelDetails } from '../channels/use-channels.ts'

/** Tells the new names of these channels when one of them is renamed: the filter means the channel, not its name. */
export function useRenamedChannels(
  spaceId: string,
  names: readonly string[],
  onRename: (names: readonly string[]) => void,
): void {
  const { data } = useChannelDetails(spaceId)
  const before = useRef<readonly ChannelDetail[] | null>(null)
  const follow = useEffectEvent((details: readonly ChannelDetail[]) => {
    const next = names.map((name) => renamedChannel(name, before.current, details) ?? name)
    before.current = details
    if (next.some((name, index) => name !== names[index])) onRename(next)
  })
  useEffect(() => {
    if (data) follow(data.details)
  }, [data])
}
