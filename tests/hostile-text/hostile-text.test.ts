/** No text that somebody sends keeps a server or a tab busy: each parser of ours reads 20,000 characters in 20 ms. */
import { expect, test } from 'vitest'
import { TEXT_MAX_CHARS } from '../../packages/contract/src/limits.ts'
import { PARSERS } from './parsers.ts'
import { UNITS } from './texts.ts'

const LIMIT_MS = 20
/** A busy machine takes longer now and then, a slow parser each time. */
const TRIES = 5

test.each(Object.entries(PARSERS))('%s reads any repeated text in time', (_name, parse) => {
  const slow = UNITS.flatMap((unit) => {
    const row = unit.repeat(Math.ceil(TEXT_MAX_CHARS / unit.length)).slice(0, TEXT_MAX_CHARS - 1)
    // what fails at its end is what backtracks
    return [row, `${row}x`, `x${row}`].filter((text) => fastest(() => parse(text)) >= LIMIT_MS)
  })

  expect(slow.map((text) => text.slice(0, 20))).toEqual([])
})

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
