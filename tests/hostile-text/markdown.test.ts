/** No message keeps a reader's tab busy: what is read as Markdown at all is read within a frame. */
import { expect, test, vi } from 'vitest'
import { MESSAGE_MAX_CHARS } from '../../packages/contract/src/limits.ts'
import { readMarkdown } from '../../apps/web/src/features/messages/markdown/markdown.tsx'
import { costAsMarkdown } from '../../apps/web/src/features/messages/markdown/markup-cost.ts'
import { hostileTexts, UNITS } from './texts.ts'

// internal links are recognised by the page's origin
vi.stubGlobal('location', { origin: 'https://flockwork.example' })

/** A frame. */
const LIMIT_MS = 16
/** A busy machine takes longer for a while, a slow text each time. */
const TRIES = 50

const HANDLES = new Set(['ana'])

test('whatever is read as Markdown is read within a frame', () => {
  const texts = [...UNITS.map(longestRead), ...hostileTexts(2000)].filter(
    (text) => costAsMarkdown(text) !== null,
  )
  const slow = texts.filter((text) => fastest(() => readMarkdown(text, HANDLES)) >= LIMIT_MS)

  expect(texts.length).toBeGreaterThan(UNITS.length)
  expect(slow.map((text) => text.slice(0, 40))).toEqual([])
}, 120_000)

/** The unit as often as it is still read as Markdown. */
function longestRead(unit: string): string {
  let [most, tooMany] = [1, Math.floor(MESSAGE_MAX_CHARS / unit.length) + 1]
  while (tooMany - most > 1) {
    const times = Math.floor((most + tooMany) / 2)
    if (costAsMarkdown(unit.repeat(times)) === null) tooMany = times
    else most = times
  }
  return unit.repeat(most)
}

/** In milliseconds of the processor. */
function fastest(work: () => unknown): number {
  let least = Infinity
  for (let left = TRIES; left > 0 && least >= LIMIT_MS; left -= 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
