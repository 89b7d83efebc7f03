/** A text that is four times as long takes about four times as long to parse, not sixteen. */
import { expect, test } from 'vitest'
import { parseMentions } from '../../packages/contract/src/text/mentions.ts'
import { messageProblem } from '../../packages/contract/src/text/message-text.ts'
import { sentimentOf } from '../../packages/contract/src/text/sentiment.ts'
import { parseTopics } from '../../packages/contract/src/text/topics.ts'
import { costsAtMost } from './cost.ts'

const CHARS = 5000
/** Between four (linear) and sixteen (quadratic). */
const TIMES = 10

const alternating = Array.from({ length: 100 }, (_, length) => '`'.repeat(length + 1)).join(' ')

const pieces = String.raw`@ # \` [x]( ](a ]( a. a- https:// www. @a- @- #a- #é &#x :// \ 🎉 <!-- --> <!--\``
  .split(' ')
  .concat(
    '`',
    '``` ',
    '> ',
    '- ',
    '1. ',
    '\n',
    '\r',
    '\t',
    '    \n',
    '```\n',
    '~~~\n',
    '` ',
    '`\n\n',
    '`\nwww.',
    '<!--\n\n',
    '](a "',
    '](a (',
    `](a '](a "`,
    '[a]: /a "',
    '\n[a]: /a "',
    'not good ',
  )

test.for(
  pieces
    .map((piece) => ({ name: JSON.stringify(piece), text: piece.repeat(CHARS).slice(0, CHARS) }))
    .concat({ name: 'runs of each length', text: alternating.slice(0, CHARS) }),
)('parsing mentions, topics and sentiment of $name is linear', ({ text }) => {
  const read = (part: string) => {
    parseMentions(`${part} @bob \``)
    parseTopics(`${part} #bob \``)
    sentimentOf(part)
  }
  const quarter = text.slice(0, CHARS / 4)
  const isLinear = costsAtMost(
    TIMES,
    () => read(text),
    () => read(quarter),
  )
  expect(isLinear).toBe(true)
})

test('checking for too many emoji is linear', () => {
  const check = (count: number) => messageProblem('👨‍👩‍👧'.repeat(count))
  const isLinear = costsAtMost(
    TIMES,
    () => check(1000),
    () => check(250),
  )
  expect(isLinear).toBe(true)
})
