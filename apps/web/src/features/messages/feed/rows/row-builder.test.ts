import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { feedRows, type NewDivider } from '../../state/feed-rows.ts'
import type { PendingSend } from '../../state/pending.ts'
import { message, messages } from '../../state/test-messages.ts'
import { createRowBuilder } from './row-builder.ts'

const base = {
  pending: [] as PendingSend[],
  viewerId: 'ana-id',
  divider: null as NewDivider | null,
  isFromBeginning: false,
}
const initial = messages(1, 20)
const later = message(21, { uploaded_at: '2027-03-01T12:00:00.000Z' })
const send: PendingSend = {
  clientId: 'c1',
  kind: 'message',
  spaceId: 'space',
  content: 'hello',
  channel: null,
  parentId: null,
  threadRootId: null,
  status: 'sending',
  problem: null,
  isUnanswered: false,
  createdAt: Date.parse('2027-03-01T12:00:01.000Z'),
}
const changed = initial.map((one) => (one.id === 'm7' ? { ...one, reply_count: 1 } : one))

test.for<{ next: Partial<typeof base> & { messages: Message[] }; what: string }>([
  { next: { messages: [...initial, ...messages(21, 23)] }, what: 'messages arrive' },
  { next: { messages: [...initial, later] }, what: 'one of another day arrives' },
  { next: { messages: initial, pending: [send] }, what: 'one is pending' },
  { next: { messages: [...initial, later], pending: [send] }, what: 'one arrives, one is pending' },
  { next: { messages: changed }, what: 'one changes' },
  { next: { messages: initial.slice(3) }, what: 'the oldest are dropped' },
  { next: { messages: initial.slice(0, 15) }, what: 'the newest are dropped' },
  { next: { messages: [...messages(-5, 0), ...initial] }, what: 'older ones are loaded' },
  {
    next: { messages: initial, divider: { beforeId: 'm15', count: 6, isAtLeast: false } },
    what: 'the divider is placed',
  },
  { next: { messages: [] }, what: 'all are gone' },
])('when $what the rows are those of a new list, and the unchanged ones the same objects', ({ next }) => {
  const build = createRowBuilder()
  const before = build({ ...base, messages: initial })
  const rows = build({ ...base, ...next })
  const first = next.messages[0]
  const heads = new Set(['m1', ...(first ? [first.id] : [])])
  expect(rows).toEqual(feedRows({ ...base, ...next, heads }))
  const remaining = rows.filter((row) => before.some((one) => one.key === row.key))
  const same = remaining.filter((row) => before.includes(row))
  // a change is of one row and the one after it
  expect(remaining.length - same.length).toBeLessThanOrEqual(2)
})
