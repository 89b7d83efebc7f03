import { sql } from 'kysely'
import type { StoredEventName } from '@flockwork/contract/events'
import type { Db } from '../../../platform/database.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'

/** A space's events after a seq, in order, at most `limit`. */
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
    // only the outbox and the posting functions write the table
    name: row.name as StoredEventName,
    payload: row.payload,
    audience: row.audience,
    recipients: row.recipients,
    messageId: row.message_id,
    at: row.created_at,
  }))
}

export async function findHeads(db: Db, spaceIds: readonly string[]): Promise<Map<string, number>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('space_sequences')
    .select(['space_id', 'seq'])
    .where('space_id', 'in', [...spaceIds])
    .execute()
  return new Map(rows.map((row) => [row.space_id, row.seq]))
}

/** The seq of the oldest event in the table, or `undefined` for none. */
export async function findOldestSeq(db: Db, spaceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select('seq')
    .where('space_id', '=', spaceId)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq
}

/** The last seq before the account joined the space, or `undefined` if no event is that old. */
export async function findLastSeqBeforeJoining(
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

/** Deletes at most `limit` of the events before `before`; returns how many. */
export async function deleteEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events where ctid = any(array(
      select ctid from events where created_at < ${before} limit ${limit}
    ))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
