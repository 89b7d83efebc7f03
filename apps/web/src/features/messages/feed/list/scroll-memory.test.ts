import { expect, test } from 'vitest'
import { feedRows } from '../../state/feed-rows.ts'
import { messages } from '../../state/test-messages.ts'
import { createScrollMemory } from './scroll-memory.ts'

const rows = (divider: string | null = null) =>
  feedRows({
    messages: messages(11, 20),
    pending: [],
    viewerId: 'ana-id',
    divider: divider === null ? null : { beforeId: divider, count: 1, isAtLeast: false },
    isFromBeginning: false,
    heads: new Set(),
  })
const onSave = () => {}

test.for([
  { seq: 13, rows: rows(), hasTarget: false, index: 2, because: 'an earlier page left it at this message' },
  { seq: null, rows: rows(), hasTarget: false, index: null, because: 'it was left at its end' },
  { seq: 9, rows: rows(), hasTarget: false, index: null, because: 'that message isn’t loaded' },
  { seq: 13, rows: rows('m18'), hasTarget: false, index: null, because: 'new messages take precedence' },
  { seq: 13, rows: rows(), hasTarget: true, index: null, because: 'the URL decides where to open' },
])('opens at $index because $because', ({ seq, rows, hasTarget, index }) => {
  const position = seq === null ? null : { id: `m${seq}`, seq, offsetPx: 7 }
  const memory = createScrollMemory({ position, onSave })
  expect(memory.restore(rows, hasTarget)).toEqual(index === null ? null : { index, offsetPx: 7 })
  // only once
  expect(memory.restore(rows, false)).toBeNull()
})

test('without a stored position there is nothing to restore', () => {
  expect(createScrollMemory().restore(rows(), false)).toBeNull()
})

test.for([
  { hasTarget: false, restored: { index: 2, offsetPx: 5 }, because: 'the list was left there' },
  { hasTarget: true, restored: null, because: 'the URL decides where to open' },
])('a list that was left opens at $restored because $because', ({ hasTarget, restored }) => {
  const shown = rows()
  const box = (top: number, bottom: number) => ({ top, bottom })
  const first = { dataset: { row: shown[2]?.key }, getBoundingClientRect: () => box(95, 140) }
  const pane = {
    scrollHeight: 2000,
    clientHeight: 500,
    scrollTop: 300,
    getBoundingClientRect: () => box(100, 600),
    querySelectorAll: () => [first],
  }
  const memory = createScrollMemory()
  memory.save(pane as unknown as HTMLElement)
  expect(memory.restore(shown, hasTarget)).toEqual(restored)
  // only once
  expect(memory.restore(shown, false)).toBeNull()
})
