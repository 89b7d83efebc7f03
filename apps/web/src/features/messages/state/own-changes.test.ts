import { expect, test } from 'vitest'
import { EMPTY_FEED, type FeedState } from './feed-state.ts'
import { asDeleted, withEditAnswer } from './own-changes.ts'
import { message } from './test-messages.ts'

const AT = '2026-01-01T10:00:00.000Z'
const feed = (loaded = message(1)): FeedState => ({ ...EMPTY_FEED, byId: new Map([[loaded.id, loaded]]) })
const content = (state: FeedState) => state.byId.get('m1')?.content

test('the response to an edit is shown, with what events counted meanwhile', () => {
  const loaded = message(1, { reply_count: 2, reaction_counts: { '🔥': 3 }, user_reactions: { '🔥': true } })
  const edited = message(1, { content: 'better', edit_count: 1, edited_at: AT })
  expect(withEditAnswer(feed(loaded), edited).byId.get('m1')).toMatchObject({
    content: 'better',
    reply_count: 2,
    reaction_counts: { '🔥': 3 },
    user_reactions: { '🔥': true },
  })
})

test('a response that is older than an event changes nothing', () => {
  const twice = feed(message(1, { content: 'best', edit_count: 2 }))
  expect(withEditAnswer(twice, message(1, { content: 'better', edit_count: 1 }))).toBe(twice)
  const gone = feed(message(1, { content: '[Message deleted]', deleted_at: AT }))
  expect(withEditAnswer(gone, message(1, { content: 'better', edit_count: 1 }))).toBe(gone)
})

test('a message that isn’t loaded is not added', () => {
  expect(withEditAnswer(EMPTY_FEED, message(1, { edit_count: 1 }))).toBe(EMPTY_FEED)
})

test('a deleted message leaves the placeholder and nothing of its text', () => {
  const secret = message(1, { content: 'secret @bob #plan', topics: ['plan'] })
  const state = withEditAnswer(feed(secret), asDeleted(secret, Date.parse(AT)))
  expect(content(state)).toBe('[Message deleted]')
  expect(JSON.stringify(state.byId.get('m1'))).not.toMatch(/secret|plan/)
})
