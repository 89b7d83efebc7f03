import { expect, test } from 'vitest'
import { shortened } from './shortened.ts'

test.for([
  { text: 'one two', short: 'one two', because: 'it fits' },
  { text: 'one\n\n two', short: 'one two', because: 'it becomes one line' },
  { text: 'one two three', short: 'one two…', because: 'it is longer' },
  { text: '🐦🐦🐦🐦🐦🐦🐦🐦', short: '🐦🐦🐦🐦🐦🐦🐦…', because: 'no character is cut in two' },
])('"$text" is shown as "$short" because $because', ({ text, short }) => {
  expect(shortened(text, 7)).toBe(short)
})
