/**
 * No message blocks a reader's tab: rendering any text as Markdown takes a small multiple of the time for an ordinary
 * message, a few milliseconds, so all are rendered within a frame (MARKUP_COST_MAX).
 */
import { expect, test, vi } from 'vitest'
import { MESSAGE_MAX_CHARS } from '../../packages/contract/src/limits.ts'
import { readMarkdown } from '../../apps/web/src/features/messages/markdown/markdown.tsx'
import { costAsMarkdown } from '../../apps/web/src/features/messages/markdown/markup-cost.ts'
import { costsAtMost, timeOf } from './cost.ts'
import { hostileTexts, UNITS } from './texts.ts'

// internal links are recognised by the page's origin
vi.stubGlobal('location', { origin: 'https://flockwork.example' })

/** As long as it may be to be rendered as Markdown. */
const ORDINARY = longestRead('- The *build* of `main` is green again, see the log\n')
/** A multiple of ORDINARY, so that it applies on any machine, busy or not. */
const LIMIT = 5

const HANDLES = new Set(['ana'])

const timeOfOrdinary = Math.min(
  ...Array.from({ length: 20 }, () => timeOf(() => readMarkdown(ORDINARY, HANDLES))),
)

test('any text that is rendered as Markdown takes a small multiple of the time for an ordinary message', () => {
  const texts = [...UNITS.map(longestRead), ...hostileTexts(2000)].filter(
    (text) => costAsMarkdown(text) !== null,
  )
  const slow = texts.filter((text) => !isQuick(text))

  expect(texts.length).toBeGreaterThan(UNITS.length)
  expect(slow.map((text) => text.slice(0, 40))).toEqual([])
})

/** The unit, repeated as often as the text is still rendered as Markdown. */
function longestRead(unit: string): string {
  let [most, tooMany] = [1, Math.floor(MESSAGE_MAX_CHARS / unit.length) + 1]
  while (tooMany - most > 1) {
    const times = Math.floor((most + tooMany) / 2)
    if (costAsMarkdown(unit.repeat(times)) === null) tooMany = times
    else most = times
  }
  return unit.repeat(most)
}

const isQuick = (text: string) =>
  timeOf(() => readMarkdown(text, HANDLES)) <= LIMIT * timeOfOrdinary ||
  costsAtMost(
    LIMIT,
    () => readMarkdown(text, HANDLES),
    () => readMarkdown(ORDINARY, HANDLES),
  )
