import { expect, test } from 'vitest'
import { segmentsOf } from './segments.ts'

const shown = (text: string, ...ranges: [number, number][]) =>
  segmentsOf(
    text,
    ranges.map(([start, end]) => ({ start, end })),
  )
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('')

test.for([
  { ranges: [], shown: 'abcdef', because: 'nothing was found' },
  { ranges: [[2, 4]], shown: 'ab[cd]ef', because: 'it is in the middle' },
  { ranges: [[0, 6]], shown: '[abcdef]', because: 'it is everything' },
  {
    ranges: [
      [4, 5],
      [0, 1],
    ],
    shown: '[a]bcd[e]f',
    because: 'they come in any order',
  },
  {
    ranges: [
      [0, 3],
      [2, 5],
    ],
    shown: '[abcde]f',
    because: 'they overlap',
  },
  {
    ranges: [
      [0, 5],
      [1, 2],
    ],
    shown: '[abcde]f',
    because: 'one is inside another',
  },
  {
    ranges: [
      [0, 2],
      [2, 4],
    ],
    shown: '[abcd]ef',
    because: 'they touch',
  },
] as { ranges: [number, number][]; shown: string; because: string }[])(
  'a text is shown as $shown when $because',
  ({ ranges, shown: expected }) => {
    expect(shown('abcdef', ...ranges)).toBe(expected)
    // no text is lost
    expect(expected.replaceAll(/[[\]]/g, '')).toBe('abcdef')
  },
)
