import { expect, test } from 'vitest'
import { parseCursors, formatCursors } from './cursors.ts'

const [ONE, OTHER] = ['0198a000-0000-7000-8000-000000000001', '0198a000-0000-7000-8000-000000000002']
const encoded = (text: string) => `m1.${Buffer.from(text).toString('base64url')}`

test.for<{ cursors: [string, number][]; because: string }>([
  { cursors: [], because: 'nothing was read yet' },
  { cursors: [[ONE, 0]], because: 'nothing happened yet' },
  {
    cursors: [
      [ONE, 12],
      [OTHER, 999_999_999_999],
    ],
    because: 'two spaces were read',
  },
])('cursors are parsed as they were formatted: $because', ({ cursors }) => {
  expect([...(parseCursors(formatCursors(new Map(cursors))) ?? [])]).toEqual(cursors)
})

test.for([
  { id: '12', because: 'it is the seq of a stream of one space' },
  { id: '', because: 'it is empty' },
  { id: encoded('nonsense'), because: 'it names no space' },
  { id: encoded(`${ONE}:-1`), because: 'no number is below 0' },
  { id: encoded(`${ONE}:1234567890123456`), because: 'no number is so long' },
  { id: encoded(`${ONE}:1,`), because: 'something is missing' },
  { id: `${encoded(`${ONE}:1`)}=`, because: 'we write it otherwise' },
  { id: `${encoded(`${ONE}:1`)}!`, because: 'a character of it is not base64' },
  { id: encoded(`${ONE}:1,${ONE}:2`), because: 'a space is in it twice' },
  { id: encoded(`${ONE}:01`), because: 'we write no zeros in front' },
])('what the server did not format is no cursor: $because', ({ id }) => {
  expect(parseCursors(id)).toBeUndefined()
})
