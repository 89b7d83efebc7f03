import { MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'
import { codePoints } from '@flockwork/contract/text/message-text'
import { expect, test } from 'vitest'
import { splitText } from './split-text.ts'
import { mentionOf, nameMentions } from './prepared.ts'

test.for([
  ['what fits stays whole', 'one two', 20, ['one two'], false],
  ['cut at a line', 'first line here\nsecond line here', 26, ['first line here', 'second line here'], false],
  ['cut at a word', 'aaaa bbbb cccc dddd', 18, ['aaaa bbbb', 'cccc dddd'], false],
  [
    'cut in a word that has no end',
    'a'.repeat(30),
    18,
    ['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(10)],
    false,
  ],
  ['emoji stay whole', '🙂'.repeat(12), 18, ['🙂'.repeat(12)], false],
  [
    'code goes on as code',
    '```\naaaa\nbbbb\ncccc\ndddd\n```',
    22,
    ['```\naaaa\nbbbb\n```', '```\ncccc\ndddd\n```'],
    false,
  ],
] as const)('%s', ([, text, max, pieces, isCut]) => {
  expect(splitText(text, max)).toEqual({ pieces, isCut })
})

test('for any text each piece fits into a message, and nothing is lost up to the tenth', () => {
  const words = Array.from({ length: 7000 }, (_, index) => `word${index}`).join(' ')
  const { pieces, isCut } = splitText(words)
  expect(isCut).toBe(true)
  expect(pieces).toHaveLength(10)
  for (const piece of pieces) expect(codePoints(piece)).toBeLessThanOrEqual(MESSAGE_MAX_CHARS)
  expect(words.startsWith(pieces.join(' '))).toBe(true)
})

test('mentions count as the longest possible name', () => {
  const mentions = Array.from({ length: 400 }, () => mentionOf('U1')).join(' ')
  const { pieces, isCut } = splitText(mentions)
  expect(isCut).toBe(false)
  for (const piece of pieces) {
    const named = nameMentions(piece, () => 'a'.repeat(32))
    expect(codePoints(named)).toBeLessThanOrEqual(MESSAGE_MAX_CHARS)
    expect(named).not.toMatch(/[\uE000\uE001]/)
  }
})
