import { expect, test } from 'vitest'
import { reactionName } from './reaction-names.ts'

test.for([
  { emoji: '👍', name: 'Like this message', because: 'one of the five has its own words' },
  { emoji: '💡', name: 'helpful', because: 'a kind is called what it is' },
  { emoji: '😂', name: 'lol', because: 'of several shortcuts the first' },
  { emoji: '🦉', name: '🦉', because: 'a screen reader knows the name of any other' },
])('$emoji is called $name: $because', ({ emoji, name }) => {
  expect(reactionName(emoji)).toBe(name)
})
