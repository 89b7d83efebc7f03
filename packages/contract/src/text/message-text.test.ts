import { expect, test } from 'vitest'
import { codePoints, messageProblem, normaliseMessage } from './message-text.ts'

const faces = [...'😀😃😄😁😆😅😂🤣🥲😊😇']

test.for([
  { name: 'a word', text: 'hi', problem: undefined, because: 'it is a message' },
  { name: 'nothing', text: '', problem: 'empty', because: 'there is nothing to see' },
  { name: 'white space', text: ' \n\t\u3000', problem: 'empty', because: 'there is nothing to see' },
  {
    name: 'invisible characters',
    text: '\u200b\u200d\u2060\u3164\ufeff',
    problem: 'empty',
    because: 'nothing shows',
  },
  { name: '5,000 characters', text: 'x'.repeat(5000), problem: undefined, because: 'that is the most' },
  { name: '5,001 characters', text: 'x'.repeat(5001), problem: 'too_long', because: 'that is one too many' },
  { name: '5,000 emoji', text: '😀'.repeat(5000), problem: undefined, because: 'a code point counts once' },
  {
    name: '5,000 and a space',
    text: `${'x'.repeat(5000)} `,
    problem: undefined,
    because: 'ends are trimmed',
  },
  { name: '10 emoji', text: faces.slice(0, 10).join(''), problem: undefined, because: 'that is the most' },
  { name: '11 emoji', text: faces.join(' '), problem: 'too_many_emoji', because: 'that is one too many' },
  {
    name: '11 emoji and a word',
    text: `so ${faces.join('')}`,
    problem: undefined,
    because: 'it is a message',
  },
  { name: '100 quotes', text: `${'>'.repeat(100)} x`, problem: undefined, because: 'that is the most' },
  { name: '101 quotes', text: `${'>'.repeat(101)} x`, problem: 'too_deep', because: 'that is one too many' },
  { name: '2,500 lists', text: '- '.repeat(2500), problem: 'too_deep', because: 'each is in the one before' },
  {
    name: '1,666 numbers',
    text: '1. '.repeat(1666),
    problem: 'too_deep',
    because: 'each is in the one before',
  },
  { name: 'NUL', text: 'a\0b', problem: 'invalid_text', because: 'no text column keeps it' },
  { name: 'half a pair', text: 'a\ud83db', problem: 'invalid_text', because: 'UTF-8 has no such thing' },
  { name: 'a half at the end', text: 'a\ud83d', problem: 'invalid_text', because: 'UTF-8 has no such thing' },
])('$name: $problem, because $because', ({ text, problem }) => {
  expect(messageProblem(normaliseMessage(text))?.code).toBe(problem)
})

test('a refusal says what to do, in the product’s wording', () => {
  expect(messageProblem('x'.repeat(5321))).toMatchObject({
    title: 'Message too long',
    text: 'Your message is 5321 characters. Please keep it under 5000 characters.',
  })
  expect(messageProblem(faces.join(''))).toMatchObject({
    title: 'Too many emojis',
    text: 'Reactions are limited to 10 unique emoji per message',
  })
})

test('characters are counted as code points, lone surrogates as one each', () => {
  expect(['', 'abc', '😀', 'é', 'e\u0301', '\ud83d', '\ude00\ud83d', '👨‍👩‍👧'].map(codePoints)).toEqual([
    0, 3, 1, 1, 2, 1, 2, 5,
  ])
})
