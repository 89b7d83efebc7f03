import type { Delivery } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { deliveryWords } from './message-notes.tsx'

const at = '2026-01-01T00:00:10.000Z'

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

test('the deliveries of a message are listed by state, those who answered first', () => {
  const deliveries = [
    delivery('lint', 'stored'),
    delivery('scout', 'answered'),
    delivery('bo', 'seen', 'user'),
    delivery('atlas', 'stored'),
    { ...delivery('mole', 'undeliverable'), why: 'paused' },
  ]
  expect(deliveryWords({ deliveries, repliers: [] })).toEqual([
    'Answered by @scout',
    'Seen by @bo',
    'Waiting for @lint and @atlas',
    'Not delivered to @mole: paused',
  ])
})

test('whoever replied has answered', () => {
  const repliers = [{ id: 'lint-id', type: 'agent' as const, handle: 'lint', avatar_url: null }]
  expect(deliveryWords({ deliveries: [delivery('lint', 'stored')], repliers })).toEqual(['Answered by @lint'])
})

test('a message to nobody says nothing', () => {
  expect(deliveryWords({ repliers: [] })).toEqual([])
})
