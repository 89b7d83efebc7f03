import type { Delivery } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { newlyMentioning } from '../state/feed-changes.ts'
import { EMPTY_FEED, type FeedState } from '../state/feed-state.ts'
import { message } from '../state/test-messages.ts'
import { polledEvents, withDeliveries, messagesWithOpenDeliveries, withPolledWorking } from './polled.ts'

const ANA = { id: 'ana-id', type: 'user' as const, handle: 'ana' }
const MINUTE_MS = 60_000

function delivery(state: Delivery['state'], at = '2026-01-01T00:00:10.000Z'): Delivery {
  const recipient = { id: 'scout-id', type: 'agent' as const, handle: 'scout' }
  return { id: 'd1', message_id: 'm5', task_id: null, recipient, reason: 'mention', state, why: null, at }
}

function feedOf(...loaded: ReturnType<typeof message>[]): FeedState {
  const byId = new Map(loaded.map((one) => [one.id, one]))
  return { ...EMPTY_FEED, viewerId: ANA.id, byId, order: loaded.map(({ id }) => id) }
}

test('fetched messages become events, with a mention where the viewer is mentioned', () => {
  const [named, plain] = [message(7, { mentions: [ANA] }), message(8)]
  const events = polledEvents({ arrived: [named, plain], newlyMentioning: [] }, ANA.id)
  expect(events.map(({ name }) => name)).toEqual(['message', 'mention', 'message'])
  expect(events[1]?.data).toMatchObject({ message: named, mentioned: ANA, space_id: named.space_id })
  const others = polledEvents({ arrived: [named], newlyMentioning: [] }, 'bob-id')
  expect(others.map(({ name }) => name)).toEqual(['message'])
})

test('an edit that adds a mention of the viewer becomes a mention, once', () => {
  const edited = message(5, { mentions: [ANA], edited_at: '2026-01-01T00:01:00.000Z' })
  const others = [message(6), message(7, { mentions: [ANA] }), message(8, { mentions: [ANA] })]
  // the sixth is unchanged, the seventh named her before, the eighth isn't loaded
  const before = feedOf(message(5), message(6), message(7, { mentions: [ANA] }))

  const gained = newlyMentioning(before, [edited, ...others])
  expect(gained).toEqual([edited])
  expect(polledEvents({ arrived: [], newlyMentioning: gained }, ANA.id)).toEqual([
    {
      name: 'mention',
      id: null,
      data: { message: edited, mentioned: ANA, space_id: edited.space_id, at: edited.edited_at },
    },
  ])
  expect(newlyMentioning(feedOf(edited), [edited])).toEqual([])
})

test('the agents at work are those of the last response, and an identical response changes nothing', () => {
  const polled = [
    { agent_id: 'scout-id', username: 'scout', message_id: 'm5', at: '2026-01-01T00:00:10.000Z' },
  ]
  const feed = withPolledWorking(feedOf(message(5)), polled)
  expect(feed.working).toEqual([
    { agentId: 'scout-id', username: 'scout', messageId: 'm5', since: '2026-01-01T00:00:10.000Z' },
  ])
  expect(withPolledWorking(feed, polled)).toBe(feed)
  expect(withPolledWorking(feed, undefined)).toBe(feed)
  expect(withPolledWorking(feed, []).working).toEqual([])
})

test.for([
  { state: 'stored', author: ANA.id, minutes: 1, isOpen: true, because: 'nobody has it yet' },
  { state: 'delivered', author: ANA.id, minutes: 59, isOpen: true, because: 'it may be at work' },
  { state: 'answered', author: ANA.id, minutes: 1, isOpen: false, because: 'nothing more comes of it' },
  { state: 'stored', author: 'bob-id', minutes: 1, isOpen: false, because: 'only its author sees it' },
  { state: 'stored', author: ANA.id, minutes: 61, isOpen: false, because: 'it is long ago' },
] as const)('fetched again: $isOpen because $because', ({ state, author, minutes, isOpen }) => {
  const own = message(5, { author_id: author, deliveries: [delivery(state)] })
  const now = Date.parse(own.uploaded_at) + minutes * MINUTE_MS
  expect(messagesWithOpenDeliveries(feedOf(own), now)).toHaveLength(isOpen ? 1 : 0)
})

test('a response updates the deliveries of a message and nothing else of it, and never goes back', () => {
  const seen = delivery('seen', '2026-01-01T00:00:20.000Z')
  const feed = feedOf(message(5, { content: 'as it is', deliveries: [delivery('delivered')] }))
  const fetched = message(5, { content: 'as it was', deliveries: [seen] })

  const known = withDeliveries(feed, [fetched, message(6, { deliveries: [seen] })])
  expect(known.byId.get('m5')).toMatchObject({ content: 'as it is', deliveries: [seen] })
  expect(known.byId.has('m6')).toBe(false)
  const late = withDeliveries(known, [message(5, { deliveries: [delivery('stored')] })])
  expect(late.byId.get('m5')?.deliveries).toEqual([seen])
})
