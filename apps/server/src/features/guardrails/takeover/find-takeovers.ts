/** Finds texts that try to take over the agents that read them (docs/rules/guardrails.md#take-over). */
import type { Found, Range } from '../found.ts'
import { withoutRepeats, type Reading } from '../readings.ts'
import { hiddenInstructions, unseenText } from './hidden.ts'
import { TAKEOVERS, WORDS_OF, type TakeoverRule } from './patterns.ts'

/** The minimum length of such a text. */
const MIN_CHARS = 6

export function findTakeovers(readings: readonly Reading[]): Found[] {
  const [written] = readings
  if (written === undefined || written.text.length < MIN_CHARS) return []
  const unseen = unseenText(written.text)
  const found = [
    ...readings.flatMap(findIn),
    ...(unseen === null ? [] : [foundBy('takeover.hidden', unseen)]),
  ]
  return readings.length > 1 ? withoutRepeats(found) : found
}

function findIn({ text, rangeOf }: Reading): Found[] {
  const open = TAKEOVERS.flatMap(({ rule, patterns }) =>
    patterns.flatMap((pattern) => {
      const match = pattern.exec(text)
      return match === null ? [] : [foundBy(rule, rangeOf(match.index, match.index + match[0].length))]
    }),
  )
  const hidden = hiddenInstructions(text).map(({ start, end }) =>
    foundBy('takeover.hidden', rangeOf(start, end)),
  )
  return [...open, ...hidden]
}

function foundBy(rule: TakeoverRule, { start, end }: Range): Found {
  return { rule, words: WORDS_OF[rule], start, end }
}
