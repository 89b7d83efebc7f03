import { expect, test } from 'vitest'
import { settledPart, shownEnd } from './partial.ts'

test.for([
  ['', ''],
  ['A short beginning', ''],
  [`One two ${'x'.repeat(63)}`, 'One'],
  [`One two three ${'x'.repeat(59)}`, 'One two'],
  [`One\ntwo ${'x'.repeat(70)}`, 'One\ntwo'],
  ['x'.repeat(500), ''],
] as const)('of %j only what is settled may be looked at: %j', ([text, part]) => {
  expect(settledPart(text)).toBe(part)
})

test.for([
  ['latin', 'word '.repeat(2000)],
  ['wide', '語 '.repeat(4000)],
  ['quotes', '" '.repeat(4000)],
  ['pairs', '🐦 '.repeat(3000)],
] as const)('of a long answer the end is shown, as far as one notification has room: %s', ([, text]) => {
  const shown = shownEnd(text)
  expect(shown.startsWith('… ')).toBe(true)
  expect(text.endsWith(shown.slice(2))).toBe(true)
  expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(5100)
  expect(shownEnd('All of it')).toBe('All of it')
})
