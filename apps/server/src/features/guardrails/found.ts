/** A match of a rule in a text. */
import type { GuardrailRuleId } from '@flockwork/contract/guardrails'

/** A part of a text, in UTF-16 units. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface Found extends Range {
  readonly rule: GuardrailRuleId
  /** A noun with its article, for the refusal. */
  readonly words: string
}

const MASK = '********'

/** `text` with each of `ranges` replaced by a mask that doesn't reveal its length. */
export function maskRanges(text: string, ranges: readonly Range[]): string {
  let masked = ''
  let done = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start >= done) masked += text.slice(done, start) + MASK
    done = Math.max(done, end)
  }
  return masked + text.slice(done)
}
