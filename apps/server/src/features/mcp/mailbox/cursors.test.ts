import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursors.ts'

const one = '0f8fad5b-d9cb-469f-a165-70867728950e'
const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

test('a cursor has a position for each space', () => {
  const positions = new Map([
    [one, 1],
    [other, 2 ** 40],
  ])
  expect(readCursor(writeCursor(positions) ?? '')).toEqual(positions)
})

test('without a position there is no cursor', () => {
  expect(writeCursor(new Map())).toBeUndefined()
})

test.for(['', 'u1.', 'u1.abcd', 'c1.zz', writeCursor(new Map([[one, 5]]))?.slice(0, -2) ?? ''])(
  '%j is refused, because we did not hand it out',
  (text) => {
    expect(() => readCursor(text)).toThrow('next_cursor')
  },
)
