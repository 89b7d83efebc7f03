/** A task for tests, whose id follows from its number. */
import { newTaskFields, type Task } from '@flockwork/contract/tasks'

const AT = '2026-01-01T12:00:00.000Z'

export function testTask(number: number, fields: Partial<Task> = {}): Task {
  const idOf = (kind: string) => `0198a000-0000-7000-${kind}-${number.toString(16).padStart(12, '0')}`
  return {
    ...newTaskFields(),
    id: idOf('8000'),
    display_id: `T-${number}`,
    space_id: 's1',
    title: `task ${number}`,
    posted_by: { id: 'ana-id', username: 'ana', type: 'user' },
    created_at: AT,
    updated_at: AT,
    message_id: idOf('9000'),
    ...fields,
  }
}
