import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emojiOf, normaliseEmoji } from './emoji.ts'
import { FIXED_REACTIONS, REACTION_KINDS, reactionOf, SHORTCUTS } from './reactions.ts'

test.for([
  { text: '👍', reaction: ['👍'], because: 'one emoji is one' },
  { text: '👍👍👍', reaction: ['👍'], because: 'a repeated emoji counts once' },
  { text: ' 🔥 🚀\n💯 ', reaction: ['🔥', '🚀', '💯'], because: 'white space is ignored' },
  { text: '🔥, 🚀 + 💯!!', reaction: ['🔥', '🚀', '💯'], because: 'simple punctuation is ignored' },
  {
    text: '👍\u200d🔥',
    reaction: ['👍', '🔥'],
    because: 'a joiner between two that make no one emoji joins nothing',
  },
  { text: '👨‍👩‍👧', reaction: ['👨‍👩‍👧'], because: 'a family is one emoji' },
  { text: '👍🏽', reaction: ['👍🏽'], because: 'a skin tone belongs to its emoji' },
  { text: '🇫🇷🏴󠁧󠁢󠁳󠁣󠁴󠁿1️⃣', reaction: ['🇫🇷', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣'], because: 'flags and keycaps are emoji' },
  { text: '❤ ❤\ufe0f ❤\ufe0e', reaction: ['❤️'], because: 'variation selectors make no difference' },
  { text: 'ℹ️', reaction: ['ℹ️'], because: 'it is an emoji, though a letter by its class' },
  { text: '!👍', reaction: ['👍'], because: 'an exclamation mark and an emoji is a command' },
  { text: '!fire', reaction: ['🔥'], because: 'it is a known command' },
  { text: ' !LOL ', reaction: ['😂'], because: 'a command is known in any case' },
  { text: '!100', reaction: ['💯'], because: 'a command may be a number' },
  { text: '!like', reaction: ['👍'], because: 'it gives the kind kudos' },
  { text: '!excellent', reaction: ['⭐'], because: 'it gives a kind' },
  { text: '!unknown', reaction: null, because: 'the command is not known' },
  { text: '!constructor', reaction: null, because: 'what every object has is no command' },
  { text: '!fire now', reaction: null, because: 'two words are a message' },
  { text: '!fire !lol', reaction: null, because: 'two commands are two words' },
  { text: 'fire', reaction: null, because: 'a command begins with an exclamation mark' },
  { text: 'ok 👍', reaction: null, because: 'it has a word' },
  { text: '👍 @bob', reaction: null, because: 'it names someone' },
  { text: '100', reaction: null, because: 'digits alone are text' },
  { text: '!!! ... ?', reaction: null, because: 'punctuation alone is text' },
  { text: '#*', reaction: null, because: 'the base of a keycap is text' },
  { text: '🇫', reaction: null, because: 'half a flag is no emoji' },
  { text: '', reaction: null, because: 'nothing is nothing' },
])('"$text" reacts with $reaction because $because', ({ text, reaction }) => {
  expect(reactionOf(text)).toEqual(reaction)
})

test('the five fixed reactions, the kinds and every shortcut are emoji in their canonical spelling', () => {
  const all = [
    ...FIXED_REACTIONS.map(({ emoji }) => emoji),
    ...Object.values(REACTION_KINDS),
    ...Object.values(SHORTCUTS),
  ]
  for (const emoji of all) expect(emojiOf(emoji)).toBe(emoji)
  expect(FIXED_REACTIONS.map(({ emoji }) => emoji)).toEqual(['👍', '👎', '🔥', '🚀', '💯'])
})

test('all forty-seven shortcuts are known', () => {
  const words =
    'lol laugh rofl love heart fire rocket eyes thinking think clap party celebrate sad cry angry mad wow shocked ' +
    'mindblown cool thumbsdown down up wave bye pray thanks 100 perfect check done x no warning warn question ' +
    'idea bulb star trophy win muscle strong facepalm shrug'
  expect(Object.keys(SHORTCUTS).toSorted()).toEqual(words.split(' ').toSorted())
})

test('normalising an emoji is idempotent', () => {
  expect(normaliseEmoji('⚠')).toBe('⚠️')
  expect(normaliseEmoji('👍\ufe0f')).toBe('👍')
  expect(normaliseEmoji('👁‍🗨')).toBe(normaliseEmoji('👁️‍🗨️'))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (text) => {
      expect(normaliseEmoji(normaliseEmoji(text))).toBe(normaliseEmoji(text))
    }),
  )
})

test('one emoji is an emoji; two, a word or an emoji with punctuation are not', () => {
  expect(['❤', '👍👍', '👍🔥', 'x', '👍!', ''].map(emojiOf)).toEqual(['❤️', null, null, null, null, null])
})

test('for any text, its reactions are distinct emoji', () => {
  const parts = fc.constantFrom(
    '👍',
    '❤',
    '❤️',
    '🇫',
    '\u200d',
    '\ufe0f',
    ' ',
    '!',
    'fire',
    '1',
    '\u20e3',
    '🏽',
    '\ud83d',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (chosen) => {
      const emojis = reactionOf(chosen.join('')) ?? []
      expect(new Set(emojis).size).toBe(emojis.length)
      for (const emoji of emojis) expect(emojiOf(emoji)).toBe(emoji)
    }),
  )
})
