import type { Reactions } from '@flockwork/contract/reactions'
import { expect, test } from 'vitest'
import { createFeedStore } from '../state/feed-store.ts'
import { displayedReactions } from '../state/optimistic-reactions.ts'
import { message } from '../state/test-messages.ts'
import { createReactor } from './reactor.ts'

const GIVEN: Reactions = { reaction_counts: { '🔥': 1 }, user_reactions: { '🔥': true } }
const NONE: Reactions = { reaction_counts: {}, user_reactions: {} }

interface Call {
  emoji: string
  add: boolean
  answer: (reactions: Reactions) => void
  refuse: (error: unknown) => void
}

function room() {
  const feed = createFeedStore()
  feed.update((state) => ({ ...state, viewerId: 'me', byId: new Map([['m1', message(1)]]) }))
  const calls: Call[] = []
  const failures: unknown[] = []
  let called = () => {}
  const reactor = createReactor({
    feed,
    react: (_id, emoji, add) =>
      new Promise<Reactions>((answer, refuse) => {
        calls.push({ emoji, add, answer, refuse })
        called()
      }),
    onFailure: (error) => failures.push(error),
  })
  const shown = () => {
    const loaded = feed.state().byId.get('m1')
    return loaded && displayedReactions(loaded, feed.state().optimisticReactions.get('m1')).reaction_counts
  }
  const nextCall = () => new Promise<void>((resolve) => (called = resolve))
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => feed.state().optimisticReactions.size === 0 && resolve()
      feed.subscribe(look)
      look()
    })
  return { feed, reactor, calls, failures, shown, nextCall, settled }
}

test('a reaction is shown at once and stays when the server confirms it', async () => {
  const { reactor, calls, shown, settled } = room()
  reactor.toggle('m1', '🔥')
  expect([shown(), calls.map(({ add }) => add)]).toEqual([{ '🔥': 1 }, [true]])

  calls[0]?.answer(GIVEN)
  await settled()
  expect([shown(), calls.length]).toEqual([{ '🔥': 1 }, 1])
})

test('a refused reaction is removed again, and the reason reported', async () => {
  const { reactor, calls, failures, shown, settled } = room()
  reactor.toggle('m1', '🔥')
  calls[0]?.refuse('no')
  await settled()
  expect([shown(), failures]).toEqual([{}, ['no']])
})

test('a second press during the first request waits for it, then removes the reaction', async () => {
  const { reactor, calls, shown, nextCall, settled } = room()
  reactor.toggle('m1', '🔥')
  reactor.toggle('m1', '🔥')
  expect([shown(), calls.length]).toEqual([{}, 1])

  const second = nextCall()
  calls[0]?.answer(GIVEN)
  await second
  expect([shown(), calls.map(({ add }) => add)]).toEqual([{}, [true, false]])
  calls[1]?.answer(NONE)
  await settled()
  expect(shown()).toEqual({})
})

test('three presses result in one reaction and one request', async () => {
  const { reactor, calls, shown, settled } = room()
  for (const _press of [1, 2, 3]) reactor.toggle('m1', '🔥')
  calls[0]?.answer(GIVEN)
  await settled()
  expect([shown(), calls.length]).toEqual([{ '🔥': 1 }, 1])
})

test('two spellings of an emoji are the same', () => {
  const { reactor, calls, shown } = room()
  reactor.toggle('m1', '❤')
  reactor.toggle('m1', '❤️')
  expect([shown(), calls.map(({ emoji }) => emoji)]).toEqual([{}, ['❤️']])
})
