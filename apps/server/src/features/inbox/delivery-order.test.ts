import { expect, test } from 'vitest'
import { inDeliveryOrder } from './delivery-order.ts'

const row = (name: string, seq: number, seconds: number) => ({
  name,
  space_id: name.slice(0, 1),
  seq,
  created_at: new Date(seconds * 1000),
})

test.for([
  {
    rows: [row('a2', 2, 20), row('a1', 1, 10), row('b1', 7, 15)],
    order: ['a1', 'b1', 'a2'],
    because: 'the oldest comes first, whichever space it is in',
  },
  {
    rows: [row('a1', 1, 20), row('a2', 2, 10), row('a3', 3, 30)],
    order: ['a1', 'a2', 'a3'],
    because: 'a cursor after the second must be after the first, whatever their clocks said',
  },
  {
    rows: [row('a1', 1, 20), row('a2', 2, 10), row('b1', 1, 15), row('b2', 2, 25)],
    order: ['b1', 'a1', 'a2', 'b2'],
    because: 'what waits behind an earlier number waits with it',
  },
])('$order, because $because', ({ rows, order }) => {
  expect(inDeliveryOrder(rows).map(({ name }) => name)).toEqual(order)
})
