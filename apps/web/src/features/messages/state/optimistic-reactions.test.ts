import { expect, test } from 'vitest'
import { applyEvents } from './apply-events.ts'
import { EMPTY_FEED, type FeedState } from './feed-state.ts'
import { message } from './test-messages.ts'
import { withAnswered, withWish, withWishes } from './optimistic-reactions.ts'

const held = (fields: Parameters<typeof message>[1] = {}): FeedState => ({
  ...EMPTY_FEED,
  viewerId: 'me',
  byId: new Map([['m1', message(1, fields)]]),
})

const shown = (state: FeedState) => {
  const found = state.byId.get('m1')
  return found && withWishes(found, state.wishes.get('m1'))
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

const GIVEN = { reaction_counts: { '🔥': 1 }, user_reactions: { '🔥': true } as const }
const NONE = { reaction_counts: {}, user_reactions: {} }

test.for([
  { because: 'one given is counted', told: NONE, wish: true, shows: GIVEN },
  { because: 'one that is there already counts once', told: GIVEN, wish: true, shows: GIVEN },
  { because: 'the last one taken back is gone', told: GIVEN, wish: false, shows: NONE },
  { because: 'what was never given can’t be taken back', told: NONE, wish: false, shows: NONE },
  {
    because: 'others’ stay',
    told: { reaction_counts: { '🔥': 2, '👍': 1 }, user_reactions: { '🔥': true } as const },
    wish: false,
    shows: { reaction_counts: { '🔥': 1, '👍': 1 }, user_reactions: {} },
  },
])('a wish lies over what the server told: $because', ({ told, wish, shows }) => {
  expect(shown(withWish(held(told), 'm1', '🔥', wish))).toEqual(shows)
})

test('the viewer’s own event settles a wish; another’s doesn’t', () => {
  const wished = withWish(held(), 'm1', '🔥', true)
  const others = applyEvents(wished, [reacted(2, 'bob', true, { '🔥': 1 })])
  expect([others.wishes.size, shown(others)?.reaction_counts]).toEqual([1, { '🔥': 2 }])

  const own = applyEvents(others, [reacted(3, 'me', true, { '🔥': 2 })])
  expect([own.wishes.size, shown(own)]).toEqual([
    0,
    { reaction_counts: { '🔥': 2 }, user_reactions: { '🔥': true } },
  ])
})

test('an answer that comes after its event and another’s undoes neither', () => {
  const events = [reacted(2, 'me', true, { '🔥': 1 }), reacted(3, 'bob', true, { '🔥': 2 })]
  const told = applyEvents(withWish(held(), 'm1', '🔥', true), events)
  expect(withAnswered(told, 'm1', { emoji: '🔥', isWanted: true }, GIVEN)).toBe(told)
})

test('an answer that comes before its event counts, and its event changes nothing more', () => {
  const sent = { emoji: '🔥', isWanted: true }
  const answered = withAnswered(withWish(held(), 'm1', '🔥', true), 'm1', sent, GIVEN)
  expect([answered.wishes.size, shown(answered)]).toEqual([0, GIVEN])
  expect(shown(applyEvents(answered, [reacted(2, 'me', true, { '🔥': 1 })]))).toEqual(GIVEN)
})

test('what another tab took back meanwhile stays taken back', () => {
  const events = [reacted(2, 'me', true, { '🔥': 1 }), reacted(3, 'me', false, {})]
  const told = applyEvents(withWish(held(), 'm1', '🔥', true), events)
  expect(shown(withAnswered(told, 'm1', { emoji: '🔥', isWanted: true }, GIVEN))).toEqual(NONE)
})
