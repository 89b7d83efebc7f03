import { expect, test } from 'vitest'
import { nextSort, type Sort } from './columns.ts'
import { positionAfter } from './focus-position.ts'

test.for([
  { from: [0, null], key: 'ArrowDown', to: [1, null], because: 'rows are below each other' },
  { from: [2, null], key: 'ArrowDown', to: [2, null], because: 'that was the last row' },
  { from: [1, 1], key: 'ArrowUp', to: [0, 1], because: 'the column stays' },
  { from: [0, null], key: 'ArrowUp', to: [0, null], because: 'that was the first row' },
  { from: [1, null], key: 'End', to: [2, null], because: 'it is the last row' },
  { from: [2, 1], key: 'Home', to: [0, 1], because: 'it is the first row' },
  { from: [1, null], key: 'ArrowRight', to: [1, 0], because: 'a row is entered at its first cell' },
  { from: [1, 3], key: 'ArrowRight', to: [1, 3], because: 'that was the last cell' },
  { from: [1, 1], key: 'ArrowLeft', to: [1, 0], because: 'cells are beside each other' },
  { from: [1, 0], key: 'ArrowLeft', to: [1, null], because: 'a row is left where it was entered' },
  { from: [1, null], key: 'ArrowLeft', to: [1, null], because: 'there is nothing before a row' },
  { from: [1, null], key: 'a', to: null, because: 'a letter leads nowhere' },
] as const)('$key leads from $from to $to, because $because', ({ from, key, to }) => {
  const spot = positionAfter({ row: from[0], column: from[1] }, key, { rows: 3, columns: 4 })
  expect(spot && [spot.row, spot.column]).toEqual(to)
})

test.for<{ sort: Sort | undefined; to: Sort; because: string }>([
  { sort: undefined, to: { by: 'made', order: 'desc' }, because: 'newest first is what one wants' },
  { sort: { by: 'name', order: 'asc' }, to: { by: 'made', order: 'desc' }, because: 'another column sorted' },
  { sort: { by: 'made', order: 'desc' }, to: { by: 'made', order: 'asc' }, because: 'it was pressed again' },
  { sort: { by: 'made', order: 'asc' }, to: { by: 'made', order: 'desc' }, because: 'and once more' },
])('a head leads from $sort to $to, because $because', ({ sort, to }) => {
  expect(nextSort(sort, { id: 'made', sorts: 'desc' })).toEqual(to)
})
