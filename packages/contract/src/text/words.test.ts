import { expect, test } from 'vitest'
import { WORD_MAX_CHARS, wordsOf } from './words.ts'

const words = (text: string) => wordsOf(text).map(({ word }) => word)

test.for([
  { text: 'Ship it, NOW!', are: ['ship', 'it', 'now'], because: 'case and punctuation make no difference' },
  {
    text: "don't post_batch v2.0 a/b",
    are: ['don', 't', 'post', 'batch', 'v2', '0', 'a', 'b'],
    because: 'punctuation separates words',
  },
  { text: 'École Ünter Йод', are: ['ecole', 'unter', 'иод'], because: 'accents make no difference' },
  { text: 'E\u0301cole', are: ['ecole'], because: 'nor does how an accent was typed' },
  { text: 'ﬁne Ｗｉｄｅ ½', are: ['fine', 'wide', '12'], because: 'compatible spellings are one' },
  {
    text: 'Straße STRASSE İstanbul',
    are: ['strasse', 'strasse', 'istanbul'],
    because: 'letters without a plain partner have one spelling',
  },
  { text: 'שָׁלוֹם مُحَمَّد', are: ['שלום', 'محمد'], because: 'vowel points are seldom typed' },
  {
    text: 'हिन्दी 한국어',
    are: ['हिन्दी'.normalize('NFKD'), '한국어'.normalize('NFKD')],
    because: 'signs of other scripts are letters',
  },
  { text: '東京 ok', are: ['東', '京', 'ok'], because: 'a script without spaces has a word a letter' },
  { text: 'ok東京', are: ['ok', '東', '京'], because: 'and begins a new word after another script' },
  { text: '👍🏽 ❤️ ❤ 🇩🇪', are: ['👍', '❤', '❤', '🇩🇪'], because: 'an emoji is a word, whatever its tone' },
  { text: 'é😀🚀x', are: ['e', '😀', '🚀', 'x'], because: 'and needs no space' },
  { text: '👨‍👩‍👧 3️⃣', are: ['👨‍👩‍👧', '3⃣'], because: 'an emoji of several parts is one word' },
  {
    text: '#Incident-42 @ana',
    are: ['incident', '42', 'ana'],
    because: 'topics and mentions are found by their words',
  },
  { text: '', are: [], because: 'nothing says nothing' },
  { text: '\'"-*&|!():<->\\ \u200b', are: [], because: 'signs are no words' },
])('$text has the words $are: $because', ({ text, are }) => {
  expect(words(text)).toEqual(are)
})

test('positions are in UTF-16 units of the text as typed', () => {
  const text = '😀 É́cole ok'
  const [face, school, ok] = wordsOf(text)
  expect(text.slice(face?.start, face?.end)).toBe('😀')
  expect(text.slice(school?.start, school?.end)).toBe('É́cole')
  expect(text.slice(ok?.start, ok?.end)).toBe('ok')
})

test('a long word is truncated without splitting an emoji', () => {
  expect(words('x'.repeat(WORD_MAX_CHARS + 1))).toEqual(['x'.repeat(WORD_MAX_CHARS)])
  const [word] = words(`a${'𝒳𐐷'.repeat(50)}`)
  expect(word?.isWellFormed()).toBe(true)
})
