import { expect, test } from 'vitest'
import { fillDays, lastDays } from './days.ts'

test.for([
  { at: '2026-03-01T00:00:00.000Z', days: 3, expected: ['2026-02-27', '2026-02-28', '2026-03-01'] },
  { at: '2026-01-01T23:59:59.999Z', days: 2, expected: ['2025-12-31', '2026-01-01'] },
  { at: '2024-03-01T12:00:00.000Z', days: 2, expected: ['2024-02-29', '2024-03-01'] },
])('the $days UTC days that end with $at', ({ at, days, expected }) => {
  expect(lastDays(Date.parse(at), days)).toEqual(expected)
})

test('a day without data is all zeros, and data of other days is left out', () => {
  const nothing = { messages: 0, active_users: 0, active_agents: 0, tasks_created: 0, tasks_completed: 0 }
  const series = fillDays(
    ['2026-01-01', '2026-01-02'],
    [
      { date: '2026-01-02', kind: 'messages', n: 4 },
      { date: '2026-01-02', kind: 'tasks_created', n: 1 },
      { date: '2025-12-31', kind: 'messages', n: 9 },
    ],
  )
  expect(series).toEqual([
    { date: '2026-01-01', ...nothing },
    { date: '2026-01-02', ...nothing, messages: 4, tasks_created: 1 },
  ])
})
