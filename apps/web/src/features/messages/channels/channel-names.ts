/** The names of a space's channels as they change. Pure. */
import type { ChannelDetail } from '@flockwork/contract/channels'
import { HOME_CHANNEL } from '@flockwork/contract/limits'

type Named = Pick<ChannelDetail, 'name'>
type Channel = Pick<ChannelDetail, 'name' | 'archived'>

/** Typed text as a valid name, as far as that is unambiguous: lower-case, with `-` for white space. */
export function toChannelName(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, '-')
}

/** The channels that take messages: archived ones don't. */
export function openChannels<Each extends Channel>(channels: readonly Each[]): Each[] {
  return channels.filter(({ archived }) => !archived)
}

/**
 * The current name of a channel; null if it is unknown. A channel counts as renamed if it is the only one that has
 * gone and exactly one has come since `before`.
 *
 * @param before the channels at an earlier time; null if unknown
 */
export function currentName(
  name: string,
  before: readonly Named[] | null,
  now: readonly Named[],
): string | null {
  const isIn = (list: readonly Named[], channel: Named) => list.some((one) => one.name === channel.name)
  if (isIn(now, { name })) return name
  if (before === null) return null
  const gone = before.filter((channel) => !isIn(now, channel))
  const added = now.filter((channel) => !isIn(before, channel))
  const isRenamed = gone.length === 1 && gone[0]?.name === name && added.length === 1
  return isRenamed ? (added[0]?.name ?? null) : null
}

/** The channel to post in after a change: `selected` under its current name, or the home channel if it isn't open. */
export function currentSelection(
  selected: string,
  before: readonly Channel[] | null,
  now: readonly Channel[],
): string {
  const name = currentName(selected, before, now)
  return openChannels(now).find((channel) => channel.name === name)?.name ?? HOME_CHANNEL
}
