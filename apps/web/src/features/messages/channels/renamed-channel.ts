import type { ChannelDetail } from '@flockwork/contract/channels'

type Named = Pick<ChannelDetail, 'name'>

/**
 * What a channel that was called so is called now; null where that isn't known. Renamed it was when it alone went and
 * one alone came since `before`, itself null where that isn't known.
 */
export function renamedChannel(
  name: string,
  before: readonly Named[] | null,
  now: readonly Named[],
): string | null {
  const isIn = (list: readonly Named[], channel: Named) => list.some((one) => one.name === channel.name)
  if (isIn(now, { name })) return name
  if (before === null) return null
  const went = before.filter((channel) => !isIn(now, channel))
  const came = now.filter((channel) => !isIn(before, channel))
  const isRenamed = went.length === 1 && went[0]?.name === name && came.length === 1
  return isRenamed ? (came[0]?.name ?? null) : null
}
