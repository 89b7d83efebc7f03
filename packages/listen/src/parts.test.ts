import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

test.for([
  { text: '  hello \n', parts: ['hello'], because: 'white space at the ends says nothing' },
  { text: ' \n\u200b\t', parts: [], because: 'there is nothing to see' },
  { text: '\u001b[31mred\u001b[0m\0', parts: ['red'], because: 'colours are for terminals' },
  { text: 'a \ud83d b', parts: ['a \ufffd b'], because: 'half a character is none' },
  { text: '🐦🐦🐦🐦🐦🐦🐦🐦', parts: ['🐦🐦🐦🐦🐦🐦🐦🐦'], because: 'a bird is one character' },
  { text: 'one two three', parts: ['one two', 'three'], because: 'a word isn’t torn' },
  { text: 'a b\ncdefghi', parts: ['a b', 'cdefghi'], because: 'the end of a line is better than of a word' },
  { text: 'abcdefgh', parts: ['abcdefgh'], because: 'it just fits' },
  { text: 'abcdefghi', parts: ['abcdefgh', 'i'], because: 'nothing else can be done with one word' },
])('$because', ({ text, parts }) => {
  expect(partsOf(text, 8)).toEqual({ parts, leftOut: 0 })
})

test('an answer longer than all messages together is truncated, and the left-out length is reported', () => {
  expect(partsOf('abc def ghi jkl', 3, 2)).toEqual({ parts: ['abc', 'def'], leftOut: 7 })
  const { parts, leftOut } = partsOf('x'.repeat(60_000))
  expect([parts.length, parts[0]?.length, leftOut]).toEqual([10, 5000, 10_000])
})
