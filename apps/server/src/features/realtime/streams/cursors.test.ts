import { expect, test } from 'vitest'
import { readPositions, writePositions } from './cursors.ts'

const [ONE, OTHER] = ['0198a000-0000-7000-8000-000000000001', '0198a000-0000-7000-8000-000000000002']
const encoded = (text: string) => `m1.${Buffer.from(text).toString('base64url')}`

test.for<{ positions: [string, number][]; because: string }>([
  { positions: [], because: 'nothing was read yet' },
  { positions: [[ONE, 0]], because: 'nothing happened yet' },
  {
    positions: [
      [ONE, 12],
      [OTHER, 999_999_999_999],
    ],
    because: 'two spaces were read',
  },
])('positions are read as they were written: $because', ({ positions }) => {
  expect([...(readPositions(writePositions(new Map(positions))) ?? [])]).toEqual(positions)
})

test.for([
  { id: '12', because: 'it is the number of a stream of one space' },
  { id: '', because: 'it is empty' },
  { id: encoded('nonsense'), because: 'it names no space' },
  { id: encoded(`${ONE}:-1`), because: 'no number is below 0' },
  { id: encoded(`${ONE}:1234567890123456`), because: 'no number is so long' },
  { id: encoded(`${ONE}:1,`), because: 'something is missing' },
  { id: `${encoded(`${ONE}:1`)}=`, because: 'we write it otherwise' },
  { id: `${encoded(`${ONE}:1`)}!`, because: 'a sign of it is none of ours' },
  { id: encoded(`${ONE}:1,${ONE}:2`), because: 'a space stands there twice' },
  { id: encoded(`${ONE}:01`), because: 'we write no zeros in front' },
])('a position that we did not write is none: $because', ({ id }) => {
  expect(readPositions(id)).toBeUndefined()
})
