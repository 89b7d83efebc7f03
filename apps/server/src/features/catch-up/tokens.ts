/**
 * Counts tokens (ADR-0029). Loading it takes 0.2 s and 75 MB, and text without spaces takes quadratic time: only the
 * composer's thread imports it.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

// text that looks like a special token is plain text
const AS_TEXT = { disallowedSpecial: new Set<string>() }

/** The maximum run of characters without a space that is counted as a whole. */
const RUN_CHARS = 160
const LONG_RUN = new RegExp(`\\S{${RUN_CHARS}}`, 'gu')

export function countExactly(text: string): number {
  return countTokens(text, AS_TEXT)
}

/** The same in linear time: a long run without spaces is counted in parts, which may differ by a few tokens. */
export function countQuickly(text: string): number {
  LONG_RUN.lastIndex = 0
  if (!LONG_RUN.test(text)) return countExactly(text)
  return text
    .replaceAll(LONG_RUN, (run) => `${run}\0`)
    .split('\0')
    .reduce((sum, part) => sum + (part === '' ? 0 : countExactly(part)), 0)
}
