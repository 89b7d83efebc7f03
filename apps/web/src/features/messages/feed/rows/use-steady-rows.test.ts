import { expect, test } from 'vitest'
import { feedRows } from '../../state/feed-rows.ts'
import { messages } from '../../state/test-messages.ts'
import { stepTo } from './use-steady-rows.ts'

const base = {
  pending: [],
  viewerId: 'ana-id',
  divider: null,
  isFromBeginning: false,
  heads: new Set<string>(),
}
const shown = feedRows({ ...base, messages: messages(10, 20) })

test.for([
  { from: 5, to: 20, isShift: true, steps: 1, because: 'only older ones came' },
  { from: 10, to: 25, isShift: false, steps: 1, because: 'only newer ones came' },
  { from: 12, to: 20, isShift: true, steps: 1, because: 'the oldest were dropped' },
  { from: 5, to: 15, isShift: true, steps: 2, because: 'older ones came and the newest were dropped' },
  { from: 12, to: 22, isShift: true, steps: 2, because: 'newer ones came and the oldest were dropped' },
  { from: 40, to: 50, isShift: false, steps: 1, because: 'nothing of it was loaded' },
])('the list takes $steps steps, shift=$isShift, because $because', ({ from, to, isShift, steps }) => {
  const rows = feedRows({ ...base, messages: messages(from, to), heads: new Set(['m10']) })
  const step = stepTo(shown, rows)
  expect(step.isShift).toBe(isShift)
  expect(step.next === null ? 1 : 2).toBe(steps)
  expect(step.next ?? step.rows).toBe(rows)
})
