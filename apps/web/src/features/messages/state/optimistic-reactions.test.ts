import { expect, test } from 'vitest'
import { applyEvents } from './apply-events.ts'
import { EMPTY_FEED, type FeedState } from './feed-state.ts'
import { withReactionAnswer, withOptimisticReaction, displayedReactions } from './optimistic-reactions.ts'
import { message } from './test-messages.ts'

const feed = (fields: Parameters<typeof message>[1] = {}): FeedState => ({
  ...EMPTY_FEED,
  viewerId: 'me',
  byId: new Map([['m1', message(1, fields)]]),
})

const shown = (state: FeedState) => {
  const found = state.byId.get('m1')
  return found && displayedReactions(found, state.optimisticReactions.get('m1'))
}

const reacted = (id: number, actor: string, added: boolean, counts: Record<string, number>) => ({
  id,
  name: 'message',
  data: {
    action: 'reaction',
    message_id: 'm1',
    emoji: '🔥',
    added,
    actor: { id: actor, type: 'user', handle: actor },
    reaction_counts: counts,
  },
})

const ADDED = { reaction_counts: { '🔥': 1 }, user_reactions: { '🔥': true } as const }
const NONE = { reaction_counts: {}, user_reactions: {} }

test.for([
  { because: 'an added one is counted', server: NONE, added: true, shows: ADDED },
  { because: 'one that is there already counts once', server: ADDED, added: true, shows: ADDED },
  { because: 'the last one removed is gone', server: ADDED, added: false, shows: NONE },
  { because: 'what was never added can’t be removed', server: NONE, added: false, shows: NONE },
  {
    because: 'others’ stay',
    server: { reaction_counts: { '🔥': 2, '👍': 1 }, user_reactions: { '🔥': true } as const },
    added: false,
    shows: { reaction_counts: { '🔥': 1, '👍': 1 }, user_reactions: {} },
  },
])('an optimistic reaction overlays the server’s: $because', ({ server, added, shows }) => {
  expect(shown(withOptimisticReaction(feed(server), 'm1', '🔥', added))).toEqual(shows)
})

test('the viewer’s own event confirms it; another’s doesn’t', () => {
  const pressed = withOptimisticReaction(feed(), 'm1', '🔥', true)
  const others = applyEvents(pressed, [reacted(2, 'bob', true, { '🔥': 1 })])
  expect([others.optimisticReactions.size, shown(others)?.reaction_counts]).toEqual([1, { '🔥': 2 }])

  const own = applyEvents(others, [reacted(3, 'me', true, { '🔥': 2 })])
  expect([own.optimisticReactions.size, shown(own)]).toEqual([
    0,
    { reaction_counts: { '🔥': 2 }, user_reactions: { '🔥': true } },
  ])
})

test('a response that comes after its event and another’s undoes neither', () => {
  const events = [reacted(2, 'me', true, { '🔥': 1 }), reacted(3, 'bob', true, { '🔥': 2 })]
  const current = applyEvents(withOptimisticReaction(feed(), 'm1', '🔥', true), events)
  expect(withReactionAnswer(current, 'm1', { emoji: '🔥', isAdded: true }, ADDED)).toBe(current)
})

test('a response that comes before its event counts, and its event changes nothing more', () => {
  const sent = { emoji: '🔥', isAdded: true }
  const answered = withReactionAnswer(withOptimisticReaction(feed(), 'm1', '🔥', true), 'm1', sent, ADDED)
  expect([answered.optimisticReactions.size, shown(answered)]).toEqual([0, ADDED])
  expect(shown(applyEvents(answered, [reacted(2, 'me', true, { '🔥': 1 })]))).toEqual(ADDED)
})

test('what another tab removed meanwhile stays removed', () => {
  const events = [reacted(2, 'me', true, { '🔥': 1 }), reacted(3, 'me', false, {})]
  const current = applyEvents(withOptimisticReaction(feed(), 'm1', '🔥', true), events)
  expect(shown(withReactionAnswer(current, 'm1', { emoji: '🔥', isAdded: true }, ADDED))).toEqual(NONE)
})
