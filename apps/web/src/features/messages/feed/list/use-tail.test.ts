import { expect, test } from 'vitest'
import { feedRows } from '../../state/feed-rows.ts'
import { messages } from '../../state/test-messages.ts'
import { rowsToVirtualize, TAIL_MAX_ROWS, tailStart } from './use-tail.ts'

const rows = (from: number, to: number) =>
  feedRows({
    messages: messages(from, to),
    pending: [],
    viewerId: 'ana-id',
    divider: null,
    isFromBeginning: false,
    heads: new Set(),
  })

test.for([
  { rows: rows(1, 100), first: null, start: 76, because: 'there was none before' },
  { rows: rows(1, 20), first: null, start: 0, because: 'there are fewer rows' },
  { rows: rows(1, 103), first: 'm61', start: 60, because: 'arriving messages are added to it' },
  { rows: rows(1, 100), first: 'm93', start: 76, because: 'it had too few while the list was opened' },
  { rows: rows(51, 103), first: 'm61', start: 10, because: 'older ones were dropped' },
  { rows: rows(1, 50), first: 'm61', start: 26, because: 'its first row is gone' },
  { rows: [], first: 'm61', start: 0, because: 'nothing is left' },
])('the tail begins at $start because $because', ({ rows, first, start }) => {
  expect(tailStart(rows, first)).toBe(start)
})

/** Rows of 20 px that end at 1,000 px. */
const long = { count: TAIL_MAX_ROWS + 1, fixedFrom: TAIL_MAX_ROWS + 1 }
const topOf = (index: number) => 1000 - (long.count - index) * 20

test.for([
  { view: [600, 1000], fixedFrom: long.fixedFrom, leaving: 41, because: 'the end is in view' },
  {
    view: [0, 400],
    fixedFrom: long.fixedFrom,
    leaving: 15,
    because: 'the first row that stays must begin above the view',
  },
  { view: [-400, 0], fixedFrom: long.fixedFrom, leaving: 0, because: 'the tail begins in view' },
  { view: [-2000, -1600], fixedFrom: long.fixedFrom, leaving: 41, because: 'the tail is below the view' },
  { view: [600, 1000], fixedFrom: 12, leaving: 12, because: 'the row that has the focus stays' },
  { view: [600, 1000], fixedFrom: 0, leaving: 0, because: 'the first row has the focus' },
])('$leaving rows leave the tail because $because', ({ view, fixedFrom, leaving }) => {
  const [viewTop = 0, viewBottom = 0] = view
  expect(rowsToVirtualize({ topOf, count: long.count, fixedFrom, viewTop, viewBottom })).toBe(leaving)
})
