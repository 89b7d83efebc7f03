import type { Delivery } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { EMPTY_FEED, type FeedState } from '../state/feed-state.ts'
import { nowMentioning } from '../state/feed-changes.ts'
import { message } from '../state/test-messages.ts'
import { openDeliveries, withDeliveries } from './own-deliveries.ts'
import { polledEvents } from './polled-events.ts'
import { withWorkingAsked } from './polled-working.ts'

const ANA = { id: 'ana-id', type: 'user' as const, handle: 'ana' }
const MINUTE_MS = 60_000

function delivery(state: Delivery['state'], at = '2026-01-01T00:00:10.000Z'): Delivery {
  const recipient = { id: 'scout-id', type: 'agent' as const, handle: 'scout' }
  return { id: 'd1', message_id: 'm5', task_id: null, recipient, reason: 'mention', state, why: null, at }
}

function feedOf(...held: ReturnType<typeof message>[]): FeedState {
  const byId = new Map(held.map((one) => [one.id, one]))
  return { ...EMPTY_FEED, viewerId: ANA.id, byId, order: held.map(({ id }) => id) }
}

test('what was asked for is told to those who listen, and whom it mentions', () => {
  const [named, plain] = [message(7, { mentions: [ANA] }), message(8)]
  const told = polledEvents({ arrived: [named, plain], nowMentioning: [] }, ANA.id)
  expect(told.map(({ name }) => name)).toEqual(['message', 'mention', 'message'])
  expect(told[1]?.data).toMatchObject({ message: named, mentioned: ANA, space_id: named.space_id })
  expect(polledEvents({ arrived: [named], nowMentioning: [] }, 'bob-id').map(({ name }) => name)).toEqual([
    'message',
  ])
})

test('an edit that names the viewer is told as a mention, once', () => {
  const edited = message(5, { mentions: [ANA], edited_at: '2026-01-01T00:01:00.000Z' })
  const others = [message(6), message(7, { mentions: [ANA] }), message(8, { mentions: [ANA] })]
  // the sixth is as it was, the seventh named her before, the eighth isn't held
  const before = feedOf(message(5), message(6), message(7, { mentions: [ANA] }))

  const gained = nowMentioning(before, [edited, ...others])
  expect(gained).toEqual([edited])
  expect(polledEvents({ arrived: [], nowMentioning: gained }, ANA.id)).toEqual([
    {
      name: 'mention',
      id: null,
      data: { message: edited, mentioned: ANA, space_id: edited.space_id, at: edited.edited_at },
    },
  ])
  expect(nowMentioning(feedOf(edited), [edited])).toEqual([])
})

test('who is at work is what the last answer says, and the same answer draws nothing anew', () => {
  const asked = [
    { agent_id: 'scout-id', username: 'scout', message_id: 'm5', at: '2026-01-01T00:00:10.000Z' },
  ]
  const feed = withWorkingAsked(feedOf(message(5)), asked)
  expect(feed.working).toEqual([
    { agentId: 'scout-id', username: 'scout', messageId: 'm5', since: '2026-01-01T00:00:10.000Z' },
  ])
  expect(withWorkingAsked(feed, asked)).toBe(feed)
  expect(withWorkingAsked(feed, undefined)).toBe(feed)
  expect(withWorkingAsked(feed, []).working).toEqual([])
})

test.for([
  { state: 'stored', author: ANA.id, minutes: 1, isOpen: true, because: 'nobody has it yet' },
  { state: 'delivered', author: ANA.id, minutes: 59, isOpen: true, because: 'it may be at work' },
  { state: 'answered', author: ANA.id, minutes: 1, isOpen: false, because: 'nothing more comes of it' },
  { state: 'stored', author: 'bob-id', minutes: 1, isOpen: false, because: 'its author alone is told' },
  { state: 'stored', author: ANA.id, minutes: 61, isOpen: false, because: 'it is long ago' },
] as const)('asked for: $isOpen because $because', ({ state, author, minutes, isOpen }) => {
  const own = message(5, { author_id: author, deliveries: [delivery(state)] })
  const now = Date.parse(own.uploaded_at) + minutes * MINUTE_MS
  expect(openDeliveries(feedOf(own), now)).toHaveLength(isOpen ? 1 : 0)
})

test('an answer changes what became of a message and nothing else of it, and never goes back', () => {
  const seen = delivery('seen', '2026-01-01T00:00:20.000Z')
  const feed = feedOf(message(5, { content: 'as it is', deliveries: [delivery('delivered')] }))
  const answered = message(5, { content: 'as it was', deliveries: [seen] })

  const known = withDeliveries(feed, [answered, message(6, { deliveries: [seen] })])
  expect(known.byId.get('m5')).toMatchObject({ content: 'as it is', deliveries: [seen] })
  expect(known.byId.has('m6')).toBe(false)
  const late = withDeliveries(known, [message(5, { deliveries: [delivery('stored')] })])
  expect(late.byId.get('m5')?.deliveries).toEqual([seen])
})
