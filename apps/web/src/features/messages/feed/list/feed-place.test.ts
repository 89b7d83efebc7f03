import { expect, test } from 'vitest'
import { createPlace } from './feed-place.ts'
import { feedRows } from '../../state/feed-rows.ts'
import { messages } from '../../state/test-messages.ts'

const rows = (divider: string | null = null) =>
  feedRows({
    messages: messages(11, 20),
    pending: [],
    viewerId: 'ana-id',
    divider: divider === null ? null : { beforeId: divider, count: 1, isAtLeast: false },
    isFromBeginning: false,
    heads: new Set(),
  })
const onLeave = () => {}

test.for([
  { seq: 13, rows: rows(), hasTarget: false, index: 2, because: 'an earlier page left it at this message' },
  { seq: null, rows: rows(), hasTarget: false, index: null, because: 'it was left at its end' },
  { seq: 9, rows: rows(), hasTarget: false, index: null, because: 'that message isn’t held' },
  { seq: 13, rows: rows('m18'), hasTarget: false, index: null, because: 'what is new goes before' },
  { seq: 13, rows: rows(), hasTarget: true, index: null, because: 'the address says what to show' },
])('opens at $index because $because', ({ seq, rows, hasTarget, index }) => {
  const place = createPlace({ position: seq === null ? null : { id: `m${seq}`, seq, offsetPx: 7 }, onLeave })
  expect(place.comeBack(rows, hasTarget)).toEqual(index === null ? null : { index, offsetPx: 7 })
  // once: later the list is where its reader is
  expect(place.comeBack(rows, false)).toBeNull()
})

test('without a memory it opens nowhere in particular', () => {
  expect(createPlace().comeBack(rows(), false)).toBeNull()
})
