/** "Events rebuild state", against a small model of a space. */
import type { Message } from '@flockwork/contract/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEvents } from './apply-events.ts'
import { withNewestPage } from './feed-pages.ts'
import { EMPTY_FEED, orderedMessages } from './feed-state.ts'
import { simulateSpace, type Action } from './test-space.ts'

const doings = fc.array(
  fc.oneof(
    fc.constant<Action>({ do: 'post' }),
    fc.record({ do: fc.constantFrom('reply', 'edit', 'delete'), to: fc.nat() }) as fc.Arbitrary<Action>,
  ),
  { maxLength: 40 },
)

const asPage = (posts: Message[]) => ({ posts, oldest_cursor: null, has_more: false })

test('the old state and its events equal the refetched state', () => {
  fc.assert(
    fc.property(doings, fc.nat(), (all, cut) => {
      const { events, states } = simulateSpace(all)
      const start = cut % states.length
      const bootstrap = { name: 'bootstrap', id: start, data: { posts: states[start], org_id: 's' } }
      const applied = applyEvents(EMPTY_FEED, [bootstrap, ...events.slice(start)])
      expect(orderedMessages(applied)).toEqual(states.at(-1))
    }),
  )
})

test('a page loaded between events changes nothing, whenever it was requested and received', () => {
  fc.assert(
    fc.property(doings, fc.nat(), fc.nat(), fc.nat(), (all, a, b, c) => {
      const { events, states } = simulateSpace(all)
      const moments = [a, b, c].map((at) => at % states.length).toSorted((one, other) => one - other)
      const [requested = 0, read = 0, came = 0] = moments
      const bootstrap = { name: 'bootstrap', id: 0, data: { posts: [], org_id: 's' } }
      const before = applyEvents(EMPTY_FEED, [bootstrap, ...events.slice(0, came)])
      const withPage = withNewestPage(before, asPage(states[read] ?? []), requested)
      const after = applyEvents(withPage, events.slice(came))
      expect(orderedMessages(after)).toEqual(states.at(-1))
    }),
  )
})

test('events repeated around a reconnect count once', () => {
  fc.assert(
    fc.property(doings, fc.nat(), (all, cut) => {
      const { events, states } = simulateSpace(all)
      const at = cut % (events.length + 1)
      const bootstrap = { name: 'bootstrap', id: 0, data: { posts: [], org_id: 's' } }
      const first = applyEvents(EMPTY_FEED, [bootstrap, ...events.slice(0, at)])
      expect(orderedMessages(applyEvents(first, events))).toEqual(states.at(-1))
    }),
  )
})
