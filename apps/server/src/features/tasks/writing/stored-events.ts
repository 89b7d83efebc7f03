/**
 * A replayed event shows a task's current text (docs/rules/realtime.md#replays): the table's events are updated in the
 * transaction of the change, those in memory by the hub.
 */
import { newTaskFields, type Task } from '@flockwork/contract/tasks'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

/** The payload with the task's current text but its state at the time. Unchanged if it is about another task. */
export function withCurrentTask(payload: string, now: Task): string {
  // most events are about something else, and parsing is expensive
  if (!payload.includes(now.id)) return payload
  const data = JSON.parse(payload) as { task?: Task | null }
  if (data.task?.id !== now.id) return payload
  const { title, description, requirements, context_data } = now
  return JSON.stringify({ ...data, task: { ...data.task, title, description, requirements, context_data } })
}

/** A deleted task, without its texts. */
export function withoutTexts(task: Task): Task {
  const { description, requirements, context_data } = newTaskFields()
  return { ...task, title: '', description, requirements, context_data }
}

/**
 * How many events about one task a replay shows, with a delivery and without one. Each has the whole task,
 * so older ones aren't needed; and each change rewrites all of them while it locks the space.
 */
const REPLAYED_MAX = 100
/** No account has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Updates the stored events about a task, by its announcement; the oldest of very many are hidden. */
export async function updateStoredEvents(tx: Tx, now: Task): Promise<void> {
  const { space_id: spaceId, message_id: messageId } = now
  await sql`
    update events e set audience = ${NOBODY}, recipients = null, message_id = null, payload = '{"action":"updated"}'
    from (
      select seq, row_number() over (partition by recipients is null order by seq desc) as nth
      from events where space_id = ${spaceId} and message_id = ${messageId} and name = 'task_update'
    ) about
    where e.space_id = ${spaceId} and e.seq = about.seq and about.nth > ${REPLAYED_MAX}
  `.execute(tx)
  const events = await tx
    .selectFrom('events')
    .select(['seq', 'payload'])
    .where('space_id', '=', spaceId)
    .where('message_id', '=', messageId)
    .where('name', '=', 'task_update')
    .execute()
  const changed = events.flatMap(({ seq, payload }) => {
    const text = withCurrentTask(payload, now)
    return text === payload ? [] : [{ seq, text }]
  })
  if (changed.length === 0) return
  await sql`
    update events e set payload = c.payload
    from unnest(${changed.map(({ seq }) => seq)}::bigint[], ${changed.map(({ text }) => text)}::text[]) as c(seq, payload)
    where e.space_id = ${spaceId} and e.seq = c.seq
  `.execute(tx)
}
