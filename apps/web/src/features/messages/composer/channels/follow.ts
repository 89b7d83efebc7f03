/** Which channel the composer posts in as the channels of the space change. Pure. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { ChannelDetail } from '@flockwork/contract/channels'

type Channel = Pick<ChannelDetail, 'name' | 'archived'>

/** Those to post in: an archived one keeps its messages and takes no more. */
export function offeredOf<Each extends Channel>(channels: readonly Each[]): Each[] {
  return channels.filter(({ archived }) => !archived)
}

/**
 * The channel that `chosen` is now: itself while it is offered, its new name when it was renamed, otherwise the home
 * channel. Renamed it was when it alone went and one alone came since `before`, null where that isn't known.
 */
export function followed(chosen: string, before: readonly Channel[] | null, now: readonly Channel[]): string {
  const offered = offeredOf(now).map(({ name }) => name)
  if (offered.includes(chosen)) return chosen
  const went = before?.filter(({ name }) => !now.some((one) => one.name === name)) ?? []
  const came = offered.filter((name) => !before?.some((one) => one.name === name))
  const [successor] = came
  const isRenamed = went.length === 1 && went[0]?.name === chosen && came.length === 1
  return isRenamed && successor !== undefined ? successor : HOME_CHANNEL
}
