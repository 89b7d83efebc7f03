import type { Delivery } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { deliveryWords } from './message-notes.tsx'

const at = '2026-01-01T00:00:10.000Z'
const NOW = Date.parse(at) + 1000
const FIVE_MINUTES_MS = 5 * 60_000

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
  expect(deliveryWords({ deliveries, repliers: [] }, NOW)).toEqual([
    'Answered by @scout',
    'Seen by @bo',
    'Waiting for @lint and @atlas',
    'Not delivered to @mole: paused',
  ])
})

test('whoever replied has answered', () => {
  const repliers = [{ id: 'lint-id', type: 'agent' as const, handle: 'lint', avatar_url: null }]
  expect(deliveryWords({ deliveries: [delivery('lint', 'stored')], repliers }, NOW)).toEqual([
    'Answered by @lint',
  ])
})

test('a message to nobody says nothing', () => {
  expect(deliveryWords({ repliers: [] }, NOW)).toEqual([])
})

test('deliveries that agents do not acknowledge are pointed out after five minutes, those to people are not', () => {
  const deliveries = [
    delivery('lint', 'delivered'),
    delivery('scout', 'delivered'),
    delivery('bo', 'delivered', 'user'),
    delivery('atlas', 'seen'),
  ]
  expect(deliveryWords({ deliveries, repliers: [] }, Date.parse(at) + FIVE_MINUTES_MS - 1)).toEqual([
    'Seen by @atlas',
    'Delivered to @lint, @scout and @bo',
  ])
  expect(deliveryWords({ deliveries, repliers: [] }, Date.parse(at) + FIVE_MINUTES_MS)).toEqual([
    'Seen by @atlas',
    'Delivered to @bo',
    '@lint and @scout: handed over, no sign of reading',
  ])
})
