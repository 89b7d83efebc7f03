/** Which channel the composer posts in as the channels of the space change. Pure. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { ChannelDetail } from '@flockwork/contract/channels'
import { renamedChannel } from './renamed-channel.ts'

type Channel = Pick<ChannelDetail, 'name' | 'archived'>

/** Those to post in: an archived one keeps its messages and takes no more. */
export function offeredOf<Each extends Channel>(channels: readonly Each[]): Each[] {
  return channels.filter(({ archived }) => !archived)
}

/**
 * The channel that `chosen` is now: itself while it is offered, its new name when it was renamed, otherwise the home
 * channel.
 *
 * @param before the channels as they were; null where that isn't known
 */
export function followed(chosen: string, before: readonly Channel[] | null, now: readonly Channel[]): string {
  const name = renamedChannel(chosen, before, now)
  return offeredOf(now).find((channel) => channel.name === name)?.name ?? HOME_CHANNEL
}
