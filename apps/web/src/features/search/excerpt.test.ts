import { expect, test } from 'vitest'
import { excerptOf, piecesOf } from './excerpt.ts'

const shown = (text: string, hits: [number, number][]) =>
  excerptOf(text, hits)
    .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
    .join('')

test.for([
  { text: 'the crane is up', hits: [[4, 9]], is: 'the [crane] is up', because: 'a hit is marked' },
  { text: 'crane', hits: [[0, 5]], is: '[crane]', because: 'it is all there is' },
  {
    text: 'the **crane** of `main`',
    hits: [[6, 11]],
    is: 'the [crane] of main',
    because: 'signs of Markdown are no words',
  },
  {
    text: 'a *third* of 2 * 3 * 4',
    hits: [],
    is: 'a third of 2 * 3 * 4',
    because: 'one star is a sign, too',
  },
  { text: '# Plan\n> quote\n- step', hits: [], is: 'Plan\nquote\nstep', because: 'nor at a line begin' },
  { text: '```ts\nconst a = 2 ** 3\n```', hits: [], is: '\nconst a = 2 ** 3\n', because: 'sums stay' },
  { text: 'a_b __init__ 1. two', hits: [], is: 'a_b __init__ 1. two', because: 'names and numbers stay' },
  { text: '#bug and # more', hits: [[0, 4]], is: '[#bug] and # more', because: 'a topic is no heading' },
  { text: '**a**', hits: [[0, 5]], is: '[**a**]', because: 'a hit is shown as it is' },
] as { text: string; hits: [number, number][]; is: string; because: string }[])(
  '$text is shown as $is because $because',
  ({ text, hits, is }) => {
    expect(shown(text, hits)).toBe(is)
  },
)

test('a long text is cut to the part around its first hit', () => {
  const text = `${'before '.repeat(100)}crane${' after'.repeat(100)}`
  const pieces = excerptOf(text, [[700, 705]])
  expect(pieces[0]?.text).toBe('… ')
  expect(pieces.at(-1)?.text).toBe(' …')
  expect(pieces.find(({ isHit }) => isHit)?.text).toBe('crane')
  expect(pieces.map((piece) => piece.text).join('').length).toBeLessThan(450)
})

test('a long text without a hit is cut to its beginning, and no character is split', () => {
  const pieces = excerptOf(`a${'🐦'.repeat(400)}`, [])
  const text = pieces.map((piece) => piece.text).join('')
  expect(text.startsWith('a🐦')).toBe(true)
  expect(text.isWellFormed()).toBe(true)
})

test('hits that cross the end of the excerpt are cut with it', () => {
  const pieces = excerptOf('x'.repeat(1000), [[0, 1000]])
  expect(pieces.map(({ isHit }) => isHit)).toEqual([true, false])
})

test('the joined pieces are the text', () => {
  const pieces = piecesOf('Ana Lopez', [[4, 9]])
  expect(pieces.map(({ text }) => text).join('')).toBe('Ana Lopez')
  expect(pieces.map(({ isHit }) => isHit)).toEqual([false, true])
})
