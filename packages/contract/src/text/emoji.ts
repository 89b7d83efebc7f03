import { lazily } from '../lazily.ts'

const JOINER = '\u200d'
const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g

// A text with a letter isn't emoji only (ℹ is an emoji though its class is letter).
const A_LETTER = /[\p{L}--\u2139]/v
// all emoji there are: 20 ms
const rgi = lazily(() => /^\p{RGI_Emoji}$/v)
// A symbol with text presentation by default, with or without a skin tone.
const PICTURE = /^[\p{Emoji}&&\p{Extended_Pictographic}]\p{Emoji_Modifier}?$/v
const KEYCAP = /^[0-9#*]\u20e3$/
const NEEDS_SELECTOR = /([\p{Emoji}--[\p{Emoji_Presentation}\u{1f1e6}-\u{1f1ff}]])(?!\p{Emoji_Modifier})/gv
const BETWEEN = /^(?:[\s.,;:!?…+&|~*'"()\-–—\u200b]|\u200d|\ufe0e|\ufe0f)+$/u

// 15 ms
const graphemes = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/**
 * The canonical spelling of an emoji, which is stored, counted and shown, so that two spellings that differ only in
 * variation selectors are equal. Other text is returned without such selectors.
 */
export function normaliseEmoji(emoji: string): string {
  const plain = emoji.replaceAll(VARIATION_SELECTORS, '')
  if (rgi().test(plain)) return plain
  const qualified = plain.replaceAll(NEEDS_SELECTOR, '$1\ufe0f')
  return rgi().test(qualified) ? qualified : plain
}

/** The canonical spelling of `text` if it is a single emoji; otherwise `null`. */
export function emojiOf(text: string): string | null {
  const emojis = emojisOnly(text)
  if (emojis?.length !== 1) return null
  return withoutSelectors(text.trim()) === withoutSelectors(emojis[0] ?? '') ? (emojis[0] ?? null) : null
}

/**
 * The emoji of an emoji-only text (ignoring white space and simple punctuation), in order of
 * first appearance, each once and in its canonical spelling; `null` for any other text.
 */
export function emojisOnly(text: string): string[] | null {
  if (A_LETTER.test(text)) return null

  const found = new Set<string>()
  // a long text repeats emoji, and looking one up takes a thousand times as long as a cache hit
  const known = new Map<string, string[]>()
  for (const { segment } of graphemes().segment(text)) {
    const emojis = known.get(segment) ?? emojisOfCluster(segment)
    known.set(segment, emojis)
    if (emojis.length > 0) for (const emoji of emojis) found.add(emoji)
    else if (!BETWEEN.test(segment)) return null
  }
  return found.size > 0 ? [...found] : null
}

/** Usually one emoji; several if a joiner combines emoji that no font draws as one. */
function emojisOfCluster(cluster: string): string[] {
  const whole = normaliseEmoji(cluster)
  if (isEmoji(whole)) return [whole]

  const parts = [...new Set(whole.split(JOINER))].map(normaliseEmoji)
  return whole.includes(JOINER) && parts.every(isEmoji) ? parts : []
}

function isEmoji(text: string): boolean {
  const plain = withoutSelectors(text)
  return rgi().test(text) || rgi().test(plain) || PICTURE.test(plain) || KEYCAP.test(plain)
}

const withoutSelectors = (text: string): string => text.replaceAll(VARIATION_SELECTORS, '')
