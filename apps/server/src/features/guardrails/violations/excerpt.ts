import { VIOLATION_MAX_CHARS } from '@flockwork/contract/limits'
import { betweenCharacters } from '@flockwork/contract/text/characters'

const CUT = '…'
/** How much of an excerpt precedes the finding. */
const BEFORE_CHARS = VIOLATION_MAX_CHARS / 4

/** The stored excerpt of a masked text: all of it, or the part around the finding. */
export function excerptOf(text: string, around: number): string {
  if (text.length <= VIOLATION_MAX_CHARS) return text
  const latest = text.length - VIOLATION_MAX_CHARS
  const from = betweenCharacters(text, Math.max(0, Math.min(around - BEFORE_CHARS, latest)))
  const to = betweenCharacters(text, from + VIOLATION_MAX_CHARS)
  return (from > 0 ? CUT : '') + text.slice(from, to) + (to < text.length ? CUT : '')
}
