import { expect, test } from 'vitest'
import { betweenCharacters } from './characters.ts'

test.for([
  { text: 'ab', at: 1, between: 1, because: 'each takes one unit' },
  { text: 'a🐦b', at: 1, between: 1, because: 'the bird begins there' },
  { text: 'a🐦b', at: 2, between: 1, because: 'that is inside the bird' },
  { text: 'a🐦b', at: 3, between: 3, because: 'the bird ends there' },
  { text: '🐦', at: 0, between: 0, because: 'nothing comes before' },
  { text: '🐦', at: 2, between: 2, because: 'nothing comes after' },
  { text: '\udc26', at: 0, between: 0, because: 'half a character is none' },
])('cutting "$text" at $at is moved to $between because $because', ({ text, at, between }) => {
  expect(betweenCharacters(text, at)).toBe(between)
})
