import { expect, test } from 'vitest'
import { isShortId, shortId } from './short-id.ts'

test.for([
  { id: '3f2a9c1e-77aa-4c1b-9d2e-0123456789ab', short: '3f2a9c1e', because: 'it ends at the first dash' },
  { id: 'task-17', short: 'task', because: 'it ends at the first dash, however early' },
  { id: '12345678', short: '12345678', because: 'eight characters are short already' },
  { id: '123', short: '123', because: 'fewer stay as they are' },
  { id: '123456789', short: '12345678', because: 'without a dash it is the first eight' },
  { id: '', short: '', because: 'nothing stays nothing' },
])('$id is shown as $short because $because', ({ id, short }) => {
  expect(shortId(id)).toBe(short)
})

test('what a person types as a short id is eight hexadecimal digits', () => {
  expect(['3f2a9c1e', '3F2A9C1E', '3f2a9c1', '3f2a9c1e0', '3f2a9c1g', ''].map(isShortId)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
