import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTopics, topicsIn, TOPIC_MAX_CHARS } from './topics.ts'

test.for([
  { text: 'on #Release today', topics: ['release'], because: 'topics are lower-case, without #' },
  { text: '#a #a', topics: ['a', 'a'], because: 'one letter is enough and repeats count' },
  { text: '#q3-plan_b2', topics: ['q3-plan_b2'], because: 'digits, dash and underscore may follow' },
  { text: '#bug- #bug. (#bug)', topics: ['bug', 'bug', 'bug'], because: 'what ends it is not part' },
  {
    text: '#größe #задача #東京 #हिन्दी',
    topics: ['größe', 'задача', '東京', 'हिन्दी'],
    because: 'letters are of any script',
  },
  {
    text: '#cafe\u0301 #caf\u00e9',
    topics: ['caf\u00e9', 'caf\u00e9'],
    because: 'accents typed two ways are the same',
  },
  { text: '# heading', topics: [], because: 'a heading is no topic' },
  { text: '##bug', topics: [], because: 'another # comes before' },
  { text: '#42 #1st #_x #-x', topics: [], because: 'a letter comes first' },
  { text: 'issue#bug 7#bug /#bug .#bug _#bug @#bug', topics: [], because: 'something bars it on the left' },
  { text: 'C# is #not-java', topics: ['not-java'], because: 'a # at the end of a word is none' },
  { text: 'it&#x27;s &#bug', topics: ['bug'], because: 'a character written as a number is none' },
  { text: 'see https://x.org/page#bug and [it](#bug)', topics: [], because: 'an address is not prose' },
  { text: '`#bug`\n> #bug\n\n```\n#bug\n```', topics: [], because: 'code and quotes are not prose' },
  {
    text: `#${'a'.repeat(TOPIC_MAX_CHARS)}`,
    topics: ['a'.repeat(TOPIC_MAX_CHARS)],
    because: 'it is as long as a topic may be',
  },
  { text: `#${'a'.repeat(TOPIC_MAX_CHARS + 1)}`, topics: [], because: 'it is longer than anybody reads' },
])('"$text" has the topics $topics because $because', ({ text, topics }) => {
  expect(parseTopics(text).map((mark) => mark.topic)).toEqual(topics)
})

test('for any text, each topic is in its range', () => {
  const words = fc.constantFrom(
    '#',
    'bug',
    'É',
    'e\u0301',
    '-',
    '_',
    ' ',
    '\n',
    '`',
    '>',
    'https://',
    '@',
    '1',
    'İ',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      for (const { topic, start, end } of parseTopics(text)) {
        expect(text.slice(start, end).toLowerCase().normalize('NFC')).toBe(`#${topic}`)
      }
    }),
  )
})

test('the topics in a text are listed once each, in order', () => {
  expect(topicsIn('#bug in #release, #Bug')).toEqual(['bug', 'release'])
})
