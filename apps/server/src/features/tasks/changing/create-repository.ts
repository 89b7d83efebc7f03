import { sql, type Insertable } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/schema.ts'

interface NumberedTask {
  readonly number: number
  readonly seq: number
  readonly messages: number
  readonly at: Date
}

/**
 * The number of a new task, the space's last sequence number, its number of messages, and the time. Both sequences are
 * locked until the commit.
 */
export async function takeNumber(tx: Tx, spaceId: string, now: Date): Promise<NumberedTask> {
  const { rows } = await sql<NumberedTask>`
    update space_sequences set
      tasks = tasks + 1,
      last_message_at = greatest(last_message_at, date_trunc('milliseconds', ${now}::timestamptz))
    where space_id = ${spaceId}
    returning tasks as number, seq, messages, last_message_at as at
  `.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`Space ${spaceId} has no sequence`)
  return row
}

export async function insertTask(tx: Tx, task: Insertable<Tasks>): Promise<void> {
  await tx.insertInto('tasks').values(task).execute()
}
