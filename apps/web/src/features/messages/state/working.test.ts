import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import type { Delivery } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { message, reply } from './test-messages.ts'
import { atWork } from './working.ts'

const at = '2026-01-01T00:00:10.000Z'
const now = Date.parse(at)

function delivery(handle: string, state: Delivery['state'], type: 'user' | 'agent' = 'agent'): Delivery {
  return {
    id: `d-${handle}`,
    message_id: 'm1',
    task_id: null,
    recipient: { id: `${handle}-id`, type, handle },
    reason: 'mention',
    state,
    why: null,
    at,
  }
}

const reported = {
  agentId: 'scout-id',
  username: 'scout',
  messageId: 'm1',
  since: '2026-01-01T00:00:20.000Z',
}
const question = message(1, { deliveries: [delivery('scout', 'delivered')] })

const assigned = message(1, {
  deliveries: [{ ...delivery('scout', 'delivered'), reason: 'assignment', task_id: 't1' }],
})

test.for([
  { who: [], thread: [assigned], events: [], after: 0, because: 'it works on a task, not on a reply' },
  { who: ['scout'], thread: [question], events: [], after: 0, because: 'it got the message' },
  {
    who: ['scout'],
    thread: [question],
    events: [],
    after: AGENT_WORKING_MAX_MS - 1,
    because: 'it may take long',
  },
  { who: [], thread: [question], events: [], after: AGENT_WORKING_MAX_MS, because: 'five minutes went by' },
  {
    who: ['scout'],
    thread: [message(1)],
    events: [{ ...reported, since: at }],
    after: AGENT_WORKING_MAX_MS - 1,
    because: 'it may take long, as the server says',
  },
  {
    who: [],
    thread: [message(1)],
    events: [{ ...reported, since: at }],
    after: AGENT_WORKING_MAX_MS,
    because: 'five minutes went by and nobody said that it ended',
  },
  {
    who: [],
    thread: [question, reply(2, question, { author_id: 'scout-id' })],
    events: [],
    after: 0,
    because: 'it has answered',
  },
  {
    who: [],
    thread: [message(1, { deliveries: [delivery('bo', 'delivered', 'user')] })],
    events: [],
    after: 0,
    because: 'a person is not at work on a reply',
  },
  { who: ['scout'], thread: [message(1)], events: [reported], after: 0, because: 'the server said so' },
  { who: ['scout'], thread: [question], events: [reported], after: 0, because: 'both say the same' },
])('at work: $who because $because', ({ who, thread, events, after }) => {
  expect(atWork(thread, events, now + after).map(({ username }) => username)).toEqual(who)
})
