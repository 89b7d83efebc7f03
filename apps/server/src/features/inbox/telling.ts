/** The author of what was addressed to someone hears what became of it: the `delivery` event. */
import type { Delivery } from '@flockwork/contract/messages'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { recordAll } from '../../platform/outbox.ts'
import type { ChangedRow } from './repository.ts'

/** One transaction a space, because each takes the space's lock. */
export async function tellAuthors(db: Db, clock: Clock, rows: readonly ChangedRow[]): Promise<void> {
  const bySpace = Map.groupBy(rows, (row) => row.space_id)
  for (const [spaceId, changed] of bySpace) {
    const events = changed.map((row) => ({
      name: 'delivery' as const,
      payload: { message_id: row.message_id, delivery: present(row) },
      audience: row.author_id,
    }))
    await db.transaction().execute((tx) => recordAll(tx, clock, spaceId, events))
  }
}

function present(row: ChangedRow): Delivery {
  return {
    id: row.id,
    message_id: row.message_id,
    task_id: row.task_id,
    recipient: {
      id: row.recipient_id,
      type: row.recipient_kind === 'agent' ? 'agent' : 'user',
      handle: row.recipient_handle,
    },
    // the table allows no other words
    reason: row.reason as Delivery['reason'],
    state: row.state as Delivery['state'],
    why: row.why,
    at: wireTime(row.at),
  }
}
