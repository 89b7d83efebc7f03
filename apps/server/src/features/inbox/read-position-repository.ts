import { sql } from 'kysely'
import { UNREAD_COUNT_MAX } from '@flockwork/contract/limits'
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

/** Moves the position forward; false when it is there or further already. */
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

/** The message up to which the reader has read, and how many others' messages came after it. */
export interface ReadPosition {
  readonly last_seen_message_id: string | null
  readonly unread: number
}

export async function readPosition(db: Db, spaceId: string, readerId: string): Promise<ReadPosition> {
  const { rows } = await sql<ReadPosition>`
    select (
        select id from messages where space_id = ${spaceId} and seq <= m.last_seen_seq
        order by seq desc limit 1
      ) as last_seen_message_id,
      (
        select count(*) from (
          select 1 from messages
          where space_id = ${spaceId} and seq > m.last_seen_seq and author_id <> ${readerId}
            and message_type <> 'task' and deleted_at is null
          limit ${UNREAD_COUNT_MAX}
        ) counted
      ) as unread
    from members m where m.space_id = ${spaceId} and m.account_id = ${readerId}
  `.execute(db)
  return rows[0] ?? { last_seen_message_id: null, unread: 0 }
}
