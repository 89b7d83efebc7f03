import { expect, test } from 'vitest'
import { EMPTY_SPACE_STATE } from '../../../storage/space-state.ts'
import { message, messages } from '../state/test-messages.ts'
import { dividerAmong, dividerAt, isInView, createReadTest, withReadUpTo } from './reading.ts'

const read = { readMessageIds: ['m7'], lastReadTimestamp: message(5).uploaded_at }
const bos = { author_id: 'bo' }

test.for([
  { what: message(9), isRead: true, because: 'it is one’s own' },
  { what: message(5, bos), isRead: true, because: 'the last read time covers it' },
  { what: message(6, bos), isRead: false, because: 'it came later' },
  { what: message(7, bos), isRead: true, because: 'it is marked' },
  { what: message(6, { ...bos, is_task: true }), isRead: true, because: 'it announces a task' },
  { what: message(6, { ...bos, deleted_at: message(8).uploaded_at }), isRead: true, because: 'it is gone' },
])('read=$isRead because $because', ({ what, isRead }) => {
  expect(createReadTest(read, 'ana-id')(what)).toBe(isRead)
})

test('on a first visit nothing is new', () => {
  const isRead = createReadTest({ readMessageIds: [], lastReadTimestamp: null }, 'ana-id')
  expect(dividerAt([message(1, bos)], isRead, false)).toBeNull()
})

test('the divider is before the first unread message and counts the unread ones only', () => {
  const isRead = createReadTest(read, 'ana-id')
  const loaded = [5, 6, 7, 8].map((seq) => message(seq, bos))
  expect(dividerAt(loaded, isRead, true)).toEqual({ beforeId: 'm6', count: 2, isAtLeast: false })
})

test('if all loaded messages are unread, older ones may be, too', () => {
  const isRead = createReadTest(read, 'ana-id')
  const loaded = [6, 8].map((seq) => message(seq, bos))
  expect(dividerAt(loaded, isRead, true)).toEqual({ beforeId: 'm6', count: 2, isAtLeast: true })
  expect(dividerAt(loaded, isRead, false)).toMatchObject({ isAtLeast: false })
})

test('a divider whose message is no longer loaded is before all that is', () => {
  const placed = { beforeId: 'm6', count: 100, isAtLeast: false }
  expect(dividerAmong(placed, 6, message(4))).toBe(placed)
  expect(dividerAmong(placed, 6, message(6))).toBe(placed)
  expect(dividerAmong(placed, 6, undefined)).toBe(placed)
  expect(dividerAmong(placed, 6, message(50))).toEqual({ beforeId: 'm50', count: 100, isAtLeast: true })
})

test('the last read time only moves forward, and removes the marks before it', () => {
  const state = { ...EMPTY_SPACE_STATE, readMessageIds: ['m2', 'm9'] }
  const moved = withReadUpTo(state, message(3), messages(1, 9))
  expect(moved).toMatchObject({ lastReadTimestamp: message(3).uploaded_at, readMessageIds: ['m9'] })
  expect(withReadUpTo(moved, message(2), [])).toBe(moved)
})

test.for([
  { visible: 61, height: 100, pane: 500, seen: true, because: 'more than 60 % of it is in view' },
  { visible: 60, height: 100, pane: 500, seen: false, because: 'that is no more than 60 %' },
  { visible: 301, height: 2000, pane: 500, seen: true, because: 'it fills more than 60 % of the pane' },
  { visible: 300, height: 2000, pane: 500, seen: false, because: 'it fills no more than 60 % of the pane' },
  { visible: 0, height: 0, pane: 500, seen: false, because: 'nothing is in view' },
])('seen=$seen because $because', ({ visible, height, pane, seen }) => {
  expect(isInView(visible, height, pane)).toBe(seen)
})
