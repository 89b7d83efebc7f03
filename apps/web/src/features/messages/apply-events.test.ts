/** "Events rebuild state", against a small model of a space. */
import type { Message } from '@flockwork/contract/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../realtime/apply-event.ts'
import { applyEvents } from './apply-events.ts'
import { withNewestPage } from './feed-pages.ts'
import { answers, EMPTY_FEED, heldMessages, withReply } from './feed-state.ts'
import { message, reply } from './test-messages.ts'

type Doing = { do: 'post' } | { do: 'reply' | 'edit' | 'delete'; to: number }

const doings = fc.array(
  fc.oneof(
    fc.constant<Doing>({ do: 'post' }),
    fc.record({ do: fc.constantFrom('reply', 'edit', 'delete'), to: fc.nat() }) as fc.Arbitrary<Doing>,
  ),
  { maxLength: 40 },
)

/** What a server would hold and tell. */
function playSpace(all: readonly Doing[]): { events: LiveEvent[]; states: Message[][] } {
  let held: Message[] = []
  const events: LiveEvent[] = []
  const states: Message[][] = [held]
  all.forEach((doing, index) => {
    const id = index + 1
    const target = 'to' in doing ? held[doing.to % held.length] : undefined
    const event = (data: object) => events.push({ name: 'message', id, data })
    if (doing.do === 'post' || target === undefined) {
      const posted = message(id)
      held = [...held, posted]
      event({ action: 'created', message: posted })
    } else if (doing.do === 'reply') {
      const posted = reply(id, target, { author_id: `author-${id % 5}`, username: `author-${id % 5}` })
      held = [...held.map((one) => (answers(posted, one.id) ? withReply(one, posted) : one)), posted]
      event({ action: 'created', message: posted })
    } else {
      const content = doing.do === 'edit' ? `edited at ${id}` : '[Message deleted]'
      const changed = { ...target, content, edit_count: target.edit_count + 1 }
      held = held.map((one) => (one.id === target.id ? changed : withPreview(one, changed)))
      const action = doing.do === 'edit' ? 'updated' : 'deleted'
      event({ action, message: changed, message_id: target.id })
    }
    states.push(held)
  })
  return { events, states }
}

function withPreview(one: Message, parent: Message): Message {
  if (one.parent_post?.id !== parent.id) return one
  return { ...one, parent_post: { ...one.parent_post, content: parent.content } }
}

const asPage = (posts: Message[]) => ({ posts, oldest_cursor: null, has_more: false })

test('the old state and its events equal the refetched state', () => {
  fc.assert(
    fc.property(doings, fc.nat(), (all, cut) => {
      const { events, states } = playSpace(all)
      const start = cut % states.length
      const bootstrap = { name: 'bootstrap', id: start, data: { posts: states[start], org_id: 's' } }
      const applied = applyEvents(EMPTY_FEED, [bootstrap, ...events.slice(start)])
      expect(heldMessages(applied)).toEqual(states.at(-1))
    }),
  )
})

test('a page in the middle of the events changes nothing, whenever it was asked for and came', () => {
  fc.assert(
    fc.property(doings, fc.nat(), fc.nat(), fc.nat(), (all, a, b, c) => {
      const { events, states } = playSpace(all)
      const moments = [a, b, c].map((at) => at % states.length).toSorted((one, other) => one - other)
      const [asked = 0, read = 0, came = 0] = moments
      const bootstrap = { name: 'bootstrap', id: 0, data: { posts: [], org_id: 's' } }
      const before = applyEvents(EMPTY_FEED, [bootstrap, ...events.slice(0, came)])
      const withPage = withNewestPage(before, asPage(states[read] ?? []), asked)
      const after = applyEvents(withPage, events.slice(came))
      expect(heldMessages(after)).toEqual(states.at(-1))
    }),
  )
})

test('events told twice around a reconnect count once', () => {
  fc.assert(
    fc.property(doings, fc.nat(), (all, cut) => {
      const { events, states } = playSpace(all)
      const at = cut % (events.length + 1)
      const bootstrap = { name: 'bootstrap', id: 0, data: { posts: [], org_id: 's' } }
      const first = applyEvents(EMPTY_FEED, [bootstrap, ...events.slice(0, at)])
      expect(heldMessages(applyEvents(first, events))).toEqual(states.at(-1))
    }),
  )
})
