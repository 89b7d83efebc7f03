import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activityHeat,
  activityScore,
  activityState,
  isActiveNow,
  isRecentlyActive,
  streakDays,
  type ScoredActivity,
} from './activity.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOTHING: ScoredActivity = {
  messages_5m: 0,
  messages_1h: 0,
  messages_24h: 0,
  active_users_30m: 0,
  tasks_created_24h: 0,
}

describe('the score', () => {
  test.for([
    { counts: {}, score: 0, because: 'nothing happens' },
    { counts: { messages_1h: 20 }, score: 30, because: 'an hour is full with 20 messages' },
    { counts: { messages_1h: 2000 }, score: 30, because: 'more than full is full' },
    { counts: { messages_24h: 200 }, score: 25, because: 'a day is full with 200 messages' },
    { counts: { active_users_30m: 10 }, score: 20, because: '10 people are a crowd' },
    { counts: { messages_5m: 5 }, score: 15, because: 'five minutes are full with 5 messages' },
    { counts: { tasks_created_24h: 10 }, score: 10, because: '10 new tasks are many' },
    { counts: { messages_24h: 4 }, score: 1, because: 'half a point is rounded up' },
    { counts: { messages_24h: 3 }, score: 0, because: 'less is rounded down' },
    {
      counts: { messages_5m: 1, messages_1h: 5, messages_24h: 40, active_users_30m: 3, tasks_created_24h: 2 },
      score: 24,
      because: 'it is 3 + 7.5 + 5 + 6 + 2',
    },
  ])('of $counts is $score, because $because', ({ counts, score }) => {
    expect(activityScore({ ...NOTHING, ...counts })).toBe(score)
  })

  const count = fc.nat({ max: 100_000 })
  const counts = fc.record({
    messages_5m: count,
    messages_1h: count,
    messages_24h: count,
    active_users_30m: count,
    tasks_created_24h: count,
  })

  test('is a whole number from 0 to 100, and never falls when something is added', () => {
    fc.assert(
      fc.property(counts, counts, (one, more) => {
        const score = activityScore(one)
        const both = Object.fromEntries(
          Object.entries(one).map(([name, value]) => [name, value + more[name as keyof ScoredActivity]]),
        )
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        expect(activityScore(both as ScoredActivity)).toBeGreaterThanOrEqual(score)
      }),
    )
  })
})

describe('the state', () => {
  const OLD = { score: 0, messages_5m: 0, createdAt: now - 100 * DAY, lastMessageAt: now - 2 * DAY }
  test.for([
    { facts: { messages_5m: 20, score: 100 }, state: 'busy', because: 'busy comes before hot' },
    { facts: { messages_5m: 19, score: 80 }, state: 'hot', because: 'it has 80 points' },
    { facts: { score: 79 }, state: 'active', because: 'it has 50 points' },
    { facts: { score: 50 }, state: 'active', because: 'it has 50 points' },
    { facts: { score: 49 }, state: 'warming', because: 'it has 25 points' },
    { facts: { score: 25, createdAt: now }, state: 'warming', because: 'warming comes before fresh' },
    { facts: { score: 24, createdAt: now }, state: 'fresh', because: 'it is new' },
    { facts: { createdAt: now - 7 * DAY }, state: 'fresh', because: 'it is 7 days old' },
    { facts: { createdAt: now - 7 * DAY - 1 }, state: 'quiet', because: 'it is older than 7 days' },
    { facts: { lastMessageAt: now - 30 * DAY }, state: 'ice', because: 'nobody posted for 30 days' },
    { facts: { lastMessageAt: now - 30 * DAY + 1 }, state: 'quiet', because: 'that is not yet 30 days' },
    { facts: { lastMessageAt: null }, state: 'ice', because: 'nobody ever posted, for 100 days' },
    {
      facts: { lastMessageAt: null, createdAt: now - 8 * DAY },
      state: 'quiet',
      because: 'nobody posted yet, for 8 days',
    },
    { facts: { lastMessageAt: now - 8 * HOUR + 1 }, state: 'quiet', because: 'it is not yet 8 hours' },
    { facts: { lastMessageAt: now - 8 * HOUR }, state: 'night', because: 'the last message is 8 hours old' },
    { facts: { lastMessageAt: now - DAY }, state: 'night', because: 'the last message is a day old' },
    { facts: { lastMessageAt: now - DAY - 1 }, state: 'quiet', because: 'it is more than a day' },
    {
      facts: { lastMessageAt: now - 9 * HOUR, createdAt: now - DAY },
      state: 'fresh',
      because: 'fresh comes before night',
    },
  ])('of $facts is $state, because $because', ({ facts, state }) => {
    expect(activityState({ ...OLD, ...facts }, now)).toBe(state)
  })
})

test.for([
  { score: 80, state: 'busy', heat: 'hot', because: 'it has 80 points' },
  { score: 0, state: 'hot', heat: 'hot', because: 'its state says so' },
  { score: 79, state: 'busy', heat: 'active', because: 'it has 50 points' },
  { score: 0, state: 'active', heat: 'active', because: 'its state says so' },
  { score: 49, state: 'busy', heat: 'warming', because: 'it has 25 points' },
  { score: 0, state: 'warming', heat: 'warming', because: 'its state says so' },
  { score: 24, state: 'busy', heat: 'fresh', because: 'it has fewer' },
  { score: 0, state: 'quiet', heat: 'fresh', because: 'nothing is known of it' },
  { score: 0, state: 'ice', heat: 'fresh', because: 'there is no colder heat' },
  { score: 0, state: 'night', heat: 'fresh', because: 'there is no colder heat' },
  { score: 0, state: 'fresh', heat: 'fresh', because: 'it is' },
] as const)('the heat of $score points and $state is $heat, because $because', ({ score, state, heat }) => {
  expect(activityHeat({ score, state })).toBe(heat)
})

describe('the streak', () => {
  const at = (time: string) => Date.parse(time)
  test.for([
    { since: null, last: null, days: 0, because: 'nobody has posted' },
    { since: '2026-01-31T00:00:00Z', last: '2026-01-31T11:00:00Z', days: 1, because: 'it began today' },
    { since: '2026-01-30T23:59:59Z', last: '2026-01-31T00:00:00Z', days: 2, because: 'days end at midnight' },
    { since: '2026-01-30T08:00:00Z', last: '2026-01-30T09:00:00Z', days: 1, because: 'yesterday counts' },
    { since: '2026-01-20T08:00:00Z', last: '2026-01-29T23:59:59Z', days: 0, because: 'a day was missed' },
    { since: '2025-12-31T08:00:00Z', last: '2026-01-30T09:00:00Z', days: 31, because: 'years go on' },
  ])('from $since to $last is $days days, because $because', ({ since, last, days }) => {
    const streak = {
      since: since === null ? null : at(since),
      lastMessageAt: last === null ? null : at(last),
    }
    expect(streakDays(streak, now)).toBe(days)
  })
})

test.for([
  { last: now, is: true, because: 'it is now' },
  { last: now - 336 * HOUR, is: true, because: 'it is 14 days ago' },
  { last: now - 336 * HOUR - 1, is: false, because: 'it is longer ago' },
  { last: null, is: false, because: 'nothing ever happened' },
])('last active $last is recently active: $is, because $because', ({ last, is }) => {
  const lastActivityAt = last === null ? null : new Date(last).toISOString()
  expect(isRecentlyActive({ last_activity_at: lastActivityAt }, now)).toBe(is)
})

test.for([
  { messages_5m: 0, active_users_30m: 0, is: false },
  { messages_5m: 1, active_users_30m: 0, is: true },
  { messages_5m: 0, active_users_30m: 1, is: true },
])('$messages_5m messages and $active_users_30m people are active now: $is', ({ is, ...activity }) => {
  expect(isActiveNow(activity)).toBe(is)
})
