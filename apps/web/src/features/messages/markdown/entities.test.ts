import { expect, test } from 'vitest'
import { isPlain, withPlaceholders, entitiesOf, splitText, withEndedQuotes } from './entities.ts'

const HANDLES = new Set(['scout', 'scout_742'])

test.for([
  { text: 'ask @scout about #Bug', found: ['@scout', '#Bug'], because: 'both are in prose' },
  { text: '@Scout', found: ['@Scout'], because: 'a name may be typed in any case' },
  { text: 'T-12 and `T-3`', found: ['T-12'], because: 'code names no task' },
  { text: '@nobody', found: [], because: 'the message does not mention them' },
  { text: '`@scout` and #Bug', found: ['#Bug'], because: 'code mentions nobody' },
  { text: '> @scout\n@scout', found: ['@scout'], because: 'the line below a quote is an answer' },
  { text: 'https://x.example/@scout#Bug', found: [], because: 'an address is an address' },
])('finds $found because $because', ({ text, found }) => {
  const entities = entitiesOf(text, HANDLES)
  expect(entities.map(({ start, end }) => text.slice(start, end))).toEqual(found)
  expect(
    splitText(text, entities)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('at most 100 task names are found', () => {
  expect(entitiesOf('T-1 '.repeat(300), HANDLES)).toHaveLength(100)
})

test('at most 200 entities are found: each renders a link', () => {
  const entities = entitiesOf('@scout #Bug '.repeat(400), HANDLES)
  expect(entities).toHaveLength(200)
  expect(entities.at(-1)).toMatchObject({ kind: 'topic', start: 12 * 99 + 7 })
})

test('placeholders preserve every offset, and only they are found again', () => {
  const text = '`@scout` **@scout_742** #Bug'
  const replaced = withPlaceholders(text, entitiesOf(text, HANDLES))
  expect(replaced?.text).toHaveLength(text.length)
  expect(replaced?.text.startsWith('`@scout` **')).toBe(true)
  const found = [...(replaced?.text.matchAll(replaced.pattern) ?? [])]
  expect(found.map(([, sign = '', name]) => [replaced?.kindOf(sign), name])).toEqual([
    ['mention', 'scout_742'],
    ['topic', 'Bug'],
  ])
})

test.for(['⸚scout @scout', 'ꓔ-1 T-1'])('a text with the first placeholders gets other ones: %s', (text) => {
  const replaced = withPlaceholders(text, entitiesOf(text, HANDLES))
  expect([...(replaced?.text.matchAll(replaced.pattern) ?? [])]).toHaveLength(1)
  expect(replaced?.typed(replaced.text)).toBe(text)
})

test('the T of a name stays a letter for Markdown, and is found again', () => {
  const text = 'a*T-12*b @scout T-3'
  const replaced = withPlaceholders(text, entitiesOf(text, HANDLES))
  expect(replaced?.text).toMatch(/^a\*\p{L}-12\*b .scout \p{L}-3$/u)
  const found = [...(replaced?.text.matchAll(replaced.pattern) ?? [])]
  expect(found.map(([whole, sign = '']) => [replaced?.kindOf(sign), replaced?.typed(whole)])).toEqual([
    ['task', 'T-12'],
    ['mention', '@scout'],
    ['task', 'T-3'],
  ])
})

test.for([
  { text: '> quoted\nanswer', shown: '> quoted\n\nanswer', because: 'the answer is no part of the quote' },
  { text: '> one\n> two\nanswer', shown: '> one\n> two\n\nanswer', because: 'the quote has two lines' },
  { text: '> quoted\n\nanswer', shown: '> quoted\n\nanswer', because: 'it has ended already' },
  { text: 'a > b\nc', shown: 'a > b\nc', because: 'the sign does not begin the line' },
  { text: '```\n> code\nmore\n```', shown: '```\n> code\nmore\n```', because: 'code has no quotes' },
])('quotes end where their lines do: $because', ({ text, shown }) => {
  expect(withEndedQuotes(text)).toBe(shown)
})

test.for([
  { text: 'Nice find. I’ll take it. #Dev', plain: true, because: 'a topic is no heading' },
  { text: 'two\nlines @scout', plain: true, because: 'lines stay lines' },
  { text: 'well-known', plain: true, because: 'a hyphen inside a word lists nothing' },
  { text: 'one\n\ntwo', plain: false, because: 'two paragraphs' },
  { text: '- one', plain: false, because: 'a list' },
  { text: '**bold**', plain: false, because: 'emphasis' },
  { text: 'see https://x.example', plain: false, because: 'a link' },
  { text: 'mail a@x.example', plain: false, because: 'an address' },
  { text: '# Title', plain: false, because: 'a heading' },
  { text: '> said', plain: false, because: 'a quote' },
])('plain=$plain because $because', ({ text, plain }) => {
  expect(isPlain(text)).toBe(plain)
})
