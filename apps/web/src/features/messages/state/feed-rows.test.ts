import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { feedRows, reuseRows, type FeedRow, type NewDivider } from './feed-rows.ts'
import type { PendingSend } from './pending.ts'
import { message, reply } from './test-messages.ts'

const base = {
  pending: [],
  viewerId: 'ana-id',
  divider: null as NewDivider | null,
  isFromBeginning: false,
  heads: new Set<string>(),
}

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 2, 12) + minutes * 60_000).toISOString()
const said = (seq: number, minutes: number, fields: Partial<Message> = {}) =>
  message(seq, { uploaded_at: at(minutes), ...fields })

const parent = said(1, 0)

test.for([
  { second: said(2, 4), grouped: true, because: 'the same author wrote again within 5 minutes' },
  { second: said(2, 5), grouped: false, because: '5 minutes went by' },
  { second: said(2, 1, { author_id: 'bo' }), grouped: false, because: 'somebody else wrote' },
  { second: said(2, 1, { channel: 'dev' }), grouped: false, because: 'it went to another channel' },
  {
    second: reply(2, parent, { uploaded_at: at(1) }),
    grouped: false,
    because: 'a reply says what it answers',
  },
])('grouped=$grouped because $because', ({ second, grouped }) => {
  const rows = feedRows({ ...base, messages: [parent, second] })
  expect(rows.at(-1)).toMatchObject({ isGrouped: grouped })
})

test('a message after one with replies keeps its picture and name', () => {
  const rows = feedRows({ ...base, messages: [said(1, 0, { reply_count: 1 }), said(2, 1)] })
  expect(rows.at(-1)).toMatchObject({ isGrouped: false })
})

test('the divider is before its message, which is not grouped with what was read', () => {
  const rows = feedRows({
    ...base,
    messages: [said(1, 0), said(2, 1)],
    divider: { beforeId: 'm2', count: 1, isAtLeast: false },
  })
  expect(rows.map(({ key }) => key)).toEqual(['m1', 'new', 'm2'])
  expect(rows.at(-1)).toMatchObject({ isGrouped: false })
})

test('a list that goes on further back does not begin with a day', () => {
  const two = [said(1, 0), said(2, 24 * 60)]
  expect(kinds(feedRows({ ...base, messages: two }))).toEqual(['message', 'day', 'message'])
  const whole = feedRows({ ...base, messages: two, isFromBeginning: true })
  expect(kinds(whole)).toEqual(['day', 'message', 'day', 'message'])
})

test('the viewer’s pending message is grouped with their previous one', () => {
  const send: PendingSend = {
    clientId: 'c1',
    spaceId: 's',
    kind: 'message',
    content: 'hi',
    channel: 'main',
    parentId: null,
    threadRootId: null,
    createdAt: Date.parse(at(1)),
    status: 'sending',
    problem: null,
    isUnanswered: false,
  }
  const rows = feedRows({ ...base, messages: [said(1, 0)], pending: [send] })
  expect(rows.at(-1)).toMatchObject({ kind: 'pending', isGrouped: true })
})

test('a pending reply with its own row is grouped with nothing, and is edited where its message is', () => {
  const reply = (parentId: string, clientId: string): PendingSend => ({
    clientId,
    spaceId: 's',
    kind: 'reply',
    content: 'hi',
    channel: 'main',
    parentId,
    threadRootId: 'not in the list',
    createdAt: Date.parse(at(1)),
    status: 'failed',
    problem: null,
    isUnanswered: false,
  })
  const listed = said(1, 0)
  const rows = feedRows({
    ...base,
    messages: [listed],
    pending: [reply(listed.id, 'c1'), reply('not in the list', 'c2')],
  })
  expect(rows.slice(-2)).toMatchObject([
    { isGrouped: false, canEdit: true },
    { isGrouped: false, canEdit: false },
  ])
})

function kinds(rows: readonly FeedRow[]): string[] {
  return rows.map(({ kind }) => kind)
}

test('unchanged rows stay the same objects', () => {
  const two = [said(1, 0), said(2, 1)]
  const before = feedRows({ ...base, messages: two })
  const after = reuseRows(feedRows({ ...base, messages: [...two, said(3, 2)] }), before)
  expect(after[0]).toBe(before[0])
  expect(after[1]).toBe(before[1])
  expect(after).toHaveLength(3)
})
