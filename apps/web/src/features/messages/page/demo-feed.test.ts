import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { EMPTY_FEED, orderedMessages } from '../state/feed-state.ts'
import { threadOf, topRows } from '../state/feed-view.ts'
import { DEMO_FEED } from '../state/keys.ts'
import { withShown } from './demo-feed.ts'

/** As the server sends it: with its own seq, and every reply counted. */
function stored(id: string, seq: number, root: string | null = null): Message {
  return {
    id,
    seq,
    space_id: 'personal',
    parent_id: root,
    thread_root_id: root,
    reply_count: root === null ? 2 : 0,
    repliers: [],
    last_reply_at: '2026-11-21T10:00:00.000Z',
    uploaded_at: '2026-11-21T10:00:00.000Z',
    metadata: { demo: true },
  } as unknown as Message
}

const QUESTION = stored('question', 5)
const ANSWER = stored('answer', 6, 'question')
const LATER = stored('later', 7)
const OWN = stored('own', 900)

test('messages are in the order in which they are shown, in a separate feed', () => {
  const feed = [QUESTION, OWN, LATER].reduce(withShown, EMPTY_FEED)

  expect(topRows(feed).map(({ id }) => id)).toEqual(['question', 'own', 'later'])
  expect(orderedMessages(feed).map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(orderedMessages(feed).every(({ space_id }) => space_id === DEMO_FEED)).toBe(true)
})

test('a reply counts once it is shown, and is in the thread of its parent', () => {
  const before = withShown(EMPTY_FEED, QUESTION)
  expect(before.byId.get('question')).toMatchObject({ reply_count: 0, last_reply_at: null })

  const after = withShown(before, ANSWER)
  expect(after.byId.get('question')).toMatchObject({ reply_count: 1, last_reply_at: ANSWER.uploaded_at })
  expect(topRows(after).map(({ id }) => id)).toEqual(['question'])
  expect(threadOf(after, 'question')).toMatchObject({ isComplete: true, replies: [{ id: 'answer' }] })
})

test('showing a message again changes nothing', () => {
  const feed = [QUESTION, ANSWER].reduce(withShown, EMPTY_FEED)
  expect(withShown(feed, ANSWER)).toBe(feed)
})
