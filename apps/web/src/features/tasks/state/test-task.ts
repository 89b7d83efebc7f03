/** Tasks for tests, in the contract's shape. */
import { newTaskFields, type Task } from '@flockwork/contract/tasks'

const HOUR_MS = 60 * 60 * 1000

/** Task `T-n`, created `n` hours into the year: a higher number is newer. `more` overrides fields. */
export function testTask(n: number, more: Partial<Task> = {}): Task {
  const created_at = new Date(Date.UTC(2026, 0, 1) + n * HOUR_MS).toISOString()
  return {
    ...newTaskFields(),
    id: `task-${n}`,
    display_id: `T-${n}`,
    space_id: 's1',
    title: `Task ${n}`,
    posted_by: { id: 'ana', username: 'ana', type: 'user' },
    created_at,
    updated_at: created_at,
    message_id: `message-${n}`,
    ...more,
  }
}
