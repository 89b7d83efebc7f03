import { expect, test } from 'vitest'
import { message, reply } from '../../state/test-messages.ts'
import { arrivedAfter, shouldFollow, type Reading } from './follow.ts'

const reading: Reading = {
  distancePx: 0,
  paneHeightPx: 700,
  scrolledUpAt: null,
  now: 10_000,
  hasSelection: false,
}

test.for([
  { change: {}, follows: true, because: 'the end is in view' },
  { change: { distancePx: 600 }, follows: true, because: '600 px is near whatever the pane' },
  { change: { distancePx: 601 }, follows: false, because: 'the reader is further back' },
  { change: { distancePx: 900, paneHeightPx: 1500 }, follows: true, because: '60 % of a tall pane is near' },
  { change: { distancePx: 901, paneHeightPx: 1500 }, follows: false, because: 'that is past 60 %' },
  { change: { scrolledUpAt: 8_001 }, follows: false, because: 'the reader scrolled up within 2 s' },
  { change: { scrolledUpAt: 8_000 }, follows: true, because: 'scrolling up was 2 s ago' },
  { change: { hasSelection: true }, follows: false, because: 'text is selected' },
])('follows=$follows because $because', ({ change, follows }) => {
  expect(shouldFollow({ ...reading, ...change })).toBe(follows)
})

test('what arrived is what others wrote since, replies included', () => {
  const root = message(1)
  const answer = reply(3, root, { author_id: 'bob-id' })
  const own = reply(4, root, { author_id: 'cy-id' })
  expect(arrivedAfter(2, [root, message(2), answer, own, message(5)], 'cy-id')).toBe(2)
  expect(arrivedAfter(5, [root, answer], 'cy-id')).toBe(0)
  // the announcement of a task is never counted
  expect(arrivedAfter(5, [message(6, { is_task: true })], 'cy-id')).toBe(0)
})
