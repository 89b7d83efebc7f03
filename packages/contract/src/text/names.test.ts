import { expect, test } from 'vitest'
import { nameProblem, personNameProblem, toInlineName, toPersonName } from './names.ts'

test.each([
  { name: 'Ana Ø "Quote" Żak', because: 'letters and signs are a name' },
  { name: 'שלום לך', because: 'a name may be written from right to left' },
  { name: '👩‍🚀 Team', because: 'an emoji is joined by an invisible sign' },
  { name: 'می‌خواهم', because: 'a script may need a sign that keeps letters apart' },
  { name: '❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', because: 'hearts, keys and flags are built with invisible signs' },
  { name: 'क्‍ष', because: 'a script may need a sign that joins letters' },
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
  { name: '\u3000\u3000', because: 'nothing of it can be seen' },
  { name: 'Ana\u200b', because: 'it would look as another name' },
  { name: 'A\u00adna', because: 'a soft hyphen is drawn only at the end of a line' },
  { name: 'A\u200dna', because: 'nothing joins Latin letters' },
  { name: 'A\u200cna', because: 'nothing parts Latin letters' },
  { name: 'Ana\ufe0f', because: 'a letter has no other form' },
  { name: 'Ana\u3164', because: 'a filler is drawn as nothing' },
  { name: 'Ana\u{e0061}\u{e0062}', because: 'tags hide a text from people that a program reads' },
  { name: '👩\u200d', because: 'a joiner at the end joins nothing' },
])('%j is refused: $because', ({ name }) => {
  expect(nameProblem(name)).not.toBeNull()
})

test.each(['admin', 'Admin', '@everyone', 'C H I R P Y', '*Chirpy*', 'ｃｈｉｒｐｙ', 'System.'])(
  '"%s" is the name of nobody: it is a reserved word',
  (name) => {
    expect(personNameProblem(name)).toBe('This name is reserved')
    expect(toPersonName(name)).toBe('')
  },
)

test.each(['Administrator Ana', 'Ana Here', 'Chirpy’s friend', ''])(
  '"%s" can be the name of a person',
  (name) => {
    expect(personNameProblem(name)).toBeNull()
    expect(toPersonName(name)).toBe(name)
  },
)

test('an external name loses what a name cannot contain, and nothing else', () => {
  const name = toInlineName(' Ana\u202e\nAdmin \u2028 👩‍🚀 ')
  expect(name).toBe('Ana Admin 👩‍🚀')
  expect(nameProblem(name)).toBeNull()
})

test('an external name loses invisible characters, unless an emoji or a script needs them', () => {
  expect(toInlineName('A\u200bna\u{e0061} Ø')).toBe('Ana Ø')
  expect(toInlineName('می‌خواهم 👩‍🚀')).toBe('می‌خواهم 👩‍🚀')
})
