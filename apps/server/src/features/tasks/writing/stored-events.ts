/**
 * A replayed event shows what a task says now (docs/rules/realtime.md#replays): the table's events are updated in the
 * transaction of the change, those in memory by the hub.
 */
import { newTaskFields, type Task } from '@flockwork/contract/tasks'
import type { Tx } from '../../../platform/database.ts'

/** The payload with what the task says now; its state stays as it was then. Unchanged when it is about another task. */
export function withCurrentTask(payload: string, now: Task): string {
  // most events are about something else, and parsing is dear
  if (!payload.includes(now.id)) return payload
  const data = JSON.parse(payload) as { task?: Task | null }
  if (data.task?.id !== now.id) return payload
  const { title, description, requirements, context_data } = now
  return JSON.stringify({ ...data, task: { ...data.task, title, description, requirements, context_data } })
}

/** A deleted task, which says nothing any more. */
export function withoutTexts(task: Task): Task {
  const { description, requirements, context_data } = newTaskFields()
  return { ...task, title: '', description, requirements, context_data }
}

/** Updates the stored events about a task, by its announcement. */
export async function updateStoredEvents(tx: Tx, now: Task): Promise<void> {
  const events = await tx
    .selectFrom('events')
    .select(['seq', 'payload'])
    .where('space_id', '=', now.space_id)
    .where('message_id', '=', now.message_id)
    .where('name', '=', 'task_update')
    .execute()
  for (const { seq, payload } of events) {
    const text = withCurrentTask(payload, now)
    if (text === payload) continue
    await tx
      .updateTable('events')
      .set({ payload: text })
      .where('space_id', '=', now.space_id)
      .where('seq', '=', seq)
      .execute()
  }
}
