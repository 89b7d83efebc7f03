import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export async function findSeq(db: Db, spaceId: string, messageId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('seq')
    .where('space_id', '=', spaceId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  return row?.seq
}

/** Moves the position forward; false if it is already there or further. */
export async function moveForward(tx: Tx, spaceId: string, readerId: string, seq: number): Promise<boolean> {
  const row = await tx
    .updateTable('members')
    .set({ last_seen_seq: seq })
    .where('space_id', '=', spaceId)
    .where('account_id', '=', readerId)
    .where('last_seen_seq', '<', seq)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The last message that the reader has read; null for none. */
export async function lastSeenMessageId(db: Db, spaceId: string, readerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id
    from members reader
    join messages m on m.space_id = reader.space_id and m.seq <= reader.last_seen_seq
    where reader.space_id = ${spaceId} and reader.account_id = ${readerId}
    order by m.seq desc limit 1
  `.execute(db)
  return rows[0]?.id ?? null
}
