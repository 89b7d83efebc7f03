import { expect, test } from 'vitest'
import { hasAnything, zeroDays } from './series.ts'

test('days without data are zeros, today last', () => {
  const days = zeroDays(Date.parse('2026-03-01T00:30:00Z'), 3)
  expect(days.map(({ date }) => date)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(hasAnything(days)).toBe(false)
})

test.for([
  { figures: { active_users: 3 }, anything: false, because: 'who looks is active' },
  { figures: { messages: 1 }, anything: true, because: 'something was said' },
  { figures: { tasks_completed: 1 }, anything: true, because: 'something was done' },
])('activity=$anything because $because', ({ figures, anything }) => {
  const [day] = zeroDays(0, 1)
  expect(day && hasAnything([{ ...day, ...figures }])).toBe(anything)
})
