import { expect, test } from 'vitest'
import { nestingDepth } from './nesting.ts'

const LIMIT = 100

test.for([
  { text: '', depth: 0 },
  { text: 'a paragraph of *one* **two** and _three_', depth: 2 },
  { text: '- one\n- two\n- three', depth: 1 },
  { text: '- one\n  - two\n    - three', depth: 3 },
  { text: '- one\n\n  - two\n\n    text of two', depth: 2 },
  { text: '- one\n\ttext', depth: 1 },
  { text: '1. one\n   1. two\n10) three', depth: 2 },
  { text: '1234567890. no list', depth: 0 },
  { text: '> one\n> > two\n>>> three', depth: 3 },
  { text: '> one\n\n> again one', depth: 1 },
  { text: '- > 1. all in one line', depth: 3 },
  { text: '-\n  - under an empty item', depth: 2 },
  { text: '-      - code in an item', depth: 1 },
  { text: '    - code', depth: 0 },
  { text: '[^a]: [^b]: footnotes', depth: 2 },
  { text: '-1 is no item, nor is *this* or 1.5', depth: 1 },
  { text: '***both***', depth: 2 },
  { text: '*a _b ~~c~~ b_ a*', depth: 3 },
  { text: '*a *b *c and nothing closes', depth: 0 },
  { text: '**a** **b** **c**', depth: 1 },
  { text: '*a **b** c*', depth: 2 },
  { text: 'snake_case_names and 2*3*4', depth: 1 },
  { text: '*never\n\nclosed*', depth: 0 },
  { text: '*closed\nbelow*', depth: 1 },
  { text: '- *never\n- closed*', depth: 1 },
  { text: '[a [b](c) d]', depth: 2 },
  { text: '![a ![b](c)](d)', depth: 2 },
  { text: '] ] [ [', depth: 0 },
  { text: '~~~ ts ~~~', depth: 0 },
  { text: '> - *[a](b)*', depth: 4 },
  { text: `${'*'.repeat(80)}\ntext\n${'_'.repeat(80)}`, depth: 0 },
])('$text is $depth deep', ({ text, depth }) => {
  expect(nestingDepth(text, LIMIT)).toBe(depth)
})

test.for(['- ', '* ', '+ ', '1. ', '1) ', '>', '> ', '> - ', '- > ', '[^a]: ', '>1. * '])(
  '%s is deeper by each time, to one above the limit',
  (unit) => {
    const each = nestingDepth(unit, LIMIT)
    const times = Math.floor(LIMIT / each)
    expect(nestingDepth(`${unit.repeat(times)}x`, LIMIT)).toBe(each * times)
    expect(nestingDepth(`${unit.repeat(5000)}x`, LIMIT)).toBe(LIMIT + 1)
  },
)

test.for([
  ['*a ', ' a*'],
  ['**a ', ' a**'],
  ['_a ', ' a_'],
  ['~~a ', ' a~~'],
  ['[', '](a)'],
  ['![', '](a)'],
  ['*a _a ', ' a_ a*'],
])('each pair of %s … %s adds a level, up to one above the limit', ([left = '', right = '']) => {
  const nested = (times: number) => `${left.repeat(times)}x${right.repeat(times)}`
  const each = nestingDepth(nested(1), LIMIT)
  expect(nestingDepth(nested(20), LIMIT)).toBe(20 * each)
  expect(nestingDepth(nested(700), LIMIT)).toBe(LIMIT + 1)
})

test('lists nested line by line count', () => {
  const list = Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- item`).join('\n')
  expect(nestingDepth(list, LIMIT)).toBe(30)
})
