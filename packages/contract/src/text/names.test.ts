import { expect, test } from 'vitest'
import { nameProblem, toInlineName } from './names.ts'

test.each([
  { name: 'Ana Ø "Quote" Żak', because: 'letters and signs are a name' },
  { name: 'שלום לך', because: 'a name may be written from right to left' },
  { name: '👩‍🚀 Team', because: 'an emoji is joined by an invisible sign' },
  { name: 'می‌خواهم', because: 'a script may need a sign that keeps letters apart' },
  { name: '<b>Lab</b>', because: 'markup is text' },
  { name: '', because: 'that it is empty is for others to say' },
])('"$name" can be shown: $because', ({ name }) => {
  expect(nameProblem(name)).toBeNull()
})

test.each([
  { name: 'Ana\u202egpj.exe', because: 'it would be read backwards' },
  { name: 'Ana\u2066x', because: 'it would isolate what follows' },
  { name: 'Ana\u200f', because: 'a mark of direction moves the signs beside it' },
  { name: 'Ana\nAdmin', because: 'it would begin a second line' },
  { name: 'Ana\u2028Admin', because: 'it would begin a second line' },
  { name: 'a\tb', because: 'it would look as two columns' },
  { name: 'a\u0007b', because: 'a bell is nothing to read' },
  { name: '\u200b\u2800', because: 'nothing of it can be seen' },
])('%j is refused: $because', ({ name }) => {
  expect(nameProblem(name)).not.toBeNull()
})

test('an external name loses what a name can not contain, and nothing else', () => {
  const name = toInlineName(' Ana\u202e\nAdmin \u2028 👩‍🚀 ')
  expect(name).toBe('Ana Admin 👩‍🚀')
  expect(nameProblem(name)).toBeNull()
})
