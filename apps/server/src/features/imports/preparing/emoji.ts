/** Emoji by Slack's names. */
import shortcodes from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }
import { normaliseEmoji } from '@flockwork/contract/text/emoji'

/** Slack's `skin-tone-2` to `skin-tone-6`. */
const FIRST_TONE = 2
const LAST_TONE = 6
const TONES_FROM = 0x1f3fb

const BY_NAME = new Map(
  Object.entries(shortcodes).flatMap(([code, names]) => {
    const emoji = normaliseEmoji(
      String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16))),
    )
    return [names].flat().map((name): [string, string] => [name, emoji])
  }),
)

/** The emoji of a name such as `wave` or `wave::skin-tone-3`; undefined for a custom emoji. */
export function emojiNamed(name: string): string | undefined {
  const [base = '', modifier = ''] = name.split('::')
  const emoji = BY_NAME.get(base)
  const tone = Number(modifier.replace(/^skin-tone-/, ''))
  if (emoji === undefined || !(tone >= FIRST_TONE && tone <= LAST_TONE)) return emoji
  const [first = '', ...rest] = emoji.replaceAll('\ufe0f', '')
  return normaliseEmoji(`${first}${String.fromCodePoint(TONES_FROM + tone - FIRST_TONE)}${rest.join('')}`)
}
