import type { ChannelDetail } from '@flockwork/contract/channels'
import { useEffect, useEffectEvent, useRef } from 'react'
import { currentName } from '../channels/channel-names.ts'
import { useChannelDetails } from '../channels/use-channels.ts'

/** Calls `onRename` with the current names when one of these channels is renamed: a filter follows its channels. */
export function useRenamedChannels(
  spaceId: string,
  names: readonly string[],
  onRename: (names: readonly string[]) => void,
): void {
  const { data } = useChannelDetails(spaceId)
  const before = useRef<readonly ChannelDetail[] | null>(null)
  const compare = useEffectEvent((details: readonly ChannelDetail[]) => {
    const next = names.map((name) => currentName(name, before.current, details) ?? name)
    before.current = details
    if (next.some((name, index) => name !== names[index])) onRename(next)
  })
  useEffect(() => {
    if (data) compare(data.details)
  }, [data])
}
