import { sql } from 'kysely'
import type { StoredEventName } from '@flockwork/contract/events'
import type { Db } from '../../../platform/database.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'

/** Events of a space after a number, in order, at most `limit`. */
export async function listEvents(
  db: Db,
  spaceId: string,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'name', 'payload', 'audience', 'recipients', 'message_id', 'created_at'])
    .where('space_id', '=', spaceId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    spaceId,
    seq: row.seq,
    // written by record() and the functions that post alone
    name: row.name as StoredEventName,
    payload: row.payload,
    audience: row.audience,
    recipients: row.recipients,
    messageId: row.message_id,
    at: row.created_at,
  }))
}

export async function headsOf(db: Db, spaceIds: readonly string[]): Promise<Map<string, number>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('space_sequences')
    .select(['space_id', 'seq'])
    .where('space_id', 'in', [...spaceIds])
    .execute()
  return new Map(rows.map((row) => [row.space_id, row.seq]))
}

/** The oldest number that is kept, or `undefined` when nothing is. */
export async function oldestKept(db: Db, spaceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select('seq')
    .where('space_id', '=', spaceId)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq
}

/** The last number before the account entered the space, or `undefined` when nothing so old is kept. */
export async function lastBeforeEntry(
  db: Db,
  spaceId: string,
  accountId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select('seq')
    .where('space_id', '=', spaceId)
    .where('created_at', '<', ({ selectFrom }) =>
      selectFrom('members')
        .select('joined_at')
        .where('space_id', '=', spaceId)
        .where('account_id', '=', accountId),
    )
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq
}

/** Deletes a portion of the events before `before`; answers how many. */
export async function deleteEvents(db: Db, before: Date, portion: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events where ctid = any(array(
      select ctid from events where created_at < ${before} limit ${portion}
    ))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
