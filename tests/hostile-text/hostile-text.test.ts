/**
 * No text blocks a server or a tab: each of our parsers takes 20 ms for 20,000 characters or, on a slow machine, a
 * multiple of the time for ordinary text.
 */
import { expect, test } from 'vitest'
import { TEXT_MAX_CHARS } from '../../packages/contract/src/limits.ts'
import { costsAtMost, timeOf } from './cost.ts'
import { PARSERS } from './parsers.ts'
import { UNITS } from './texts.ts'

const LIMIT_MS = 20
/** A busy machine exceeds the limit now and then; a slow parser does each time. */
const TRIES = 12
/** A backtracking parser takes a thousand times as long. */
const LIMIT_TIMES = 100

const ORDINARY = longAs(
  'The build of main is green again, @ana, see https://example.org/log #build. Thank you! 🎉\n',
)

test.each(Object.entries(PARSERS))('%s parses any repeated text in time', (_name, parse) => {
  const isQuick = (text: string) =>
    Array.from({ length: TRIES }).some(() => timeOf(() => parse(text)) < LIMIT_MS) ||
    costsAtMost(
      LIMIT_TIMES,
      () => parse(text),
      () => parse(ORDINARY),
    )
  const slow = UNITS.flatMap((unit) => {
    const row = longAs(unit)
    // patterns backtrack on texts that fail to match at their end
    return [row, `${row}x`, `x${row}`].filter((text) => !isQuick(text))
  })

  expect(slow.map((text) => text.slice(0, 20))).toEqual([])
})

function longAs(unit: string): string {
  return unit.repeat(Math.ceil(TEXT_MAX_CHARS / unit.length)).slice(0, TEXT_MAX_CHARS - 1)
}
