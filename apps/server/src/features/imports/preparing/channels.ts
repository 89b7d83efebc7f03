/** Valid channel names for the channels of another product (docs/rules/imports.md#channels). */
import { CHANNELS_PER_SPACE, CHANNEL_MAX_CHARS, HOME_CHANNEL } from '@flockwork/contract/limits'

/** For channels beyond the maximum of a space. */
export const OVERFLOW_CHANNEL = 'other'
/** For a name without any valid character. */
const FALLBACK = 'channel'
/** Names that are reserved here. */
const RESERVED = new Set(['status', 'chaos'])

/**
 * A name for each channel by its id, in order of priority: lower-case, without accents, other characters as
 * `-`, with a number appended if the name is taken.
 */
export function channelNames(
  channels: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const taken = new Set<string>([HOME_CHANNEL, OVERFLOW_CHANNEL])
  const names = new Map<string, string>()
  for (const { id, name } of channels) {
    const plain = plainName(name)
    // a channel of the same name means the same
    const isOurs = plain === HOME_CHANNEL && ![...names.values()].includes(HOME_CHANNEL)
    if (isOurs) names.set(id, HOME_CHANNEL)
    else if (taken.size >= CHANNELS_PER_SPACE) names.set(id, OVERFLOW_CHANNEL)
    else {
      const free = freeName(plain, taken)
      taken.add(free)
      names.set(id, free)
    }
  }
  return names
}

function plainName(name: string): string {
  const plain = name
    .slice(0, LOOKED_AT_CHARS)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .slice(0, CHANNEL_MAX_CHARS)
    .replaceAll(/^-|-$/g, '')
  return plain === '' ? FALLBACK : plain
}

const LOOKED_AT_CHARS = 200

function freeName(plain: string, taken: ReadonlySet<string>): string {
  if (!taken.has(plain) && !RESERVED.has(plain)) return plain
  for (let number = 2; ; number++) {
    const name = `${plain.slice(0, CHANNEL_MAX_CHARS - String(number).length - 1)}-${number}`
    if (!taken.has(name)) return name
  }
}
