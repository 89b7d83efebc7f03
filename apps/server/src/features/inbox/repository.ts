import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface Handed {
  readonly accountId: string
  readonly spaceId: string
  readonly messageId: string
}

const CHANGED = sql`
  d.id, d.space_id, d.message_id, d.task_id, d.author_id, d.recipient_id, a.kind as recipient_kind,
  a.handle as recipient_handle, d.reason, d.state, d.why, d.at
`

/** A delivery whose state has just changed. */
export interface ChangedRow {
  readonly id: string
  readonly space_id: string
  readonly message_id: string | null
  readonly task_id: string | null
  readonly author_id: string
  readonly recipient_id: string
  readonly recipient_kind: string
  readonly recipient_handle: string
  readonly reason: string
  readonly state: string
  readonly why: string | null
  readonly at: Date
}

/**
 * Notes that what was stored is delivered, for many readers in one statement. Rows that a post is marking
 * answered at this moment are skipped: their state is later than ours.
 */
export async function markDelivered(db: Db, handed: readonly Handed[], at: Date): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'delivered', at = ${at}
    from accounts a
    where a.id = d.recipient_id and d.id = any(array(
      select found.id
      from unnest(
        ${handed.map(({ accountId }) => accountId)}::uuid[],
        ${handed.map(({ spaceId }) => spaceId)}::uuid[],
        ${handed.map(({ messageId }) => messageId)}::uuid[]
      ) as h(account_id, space_id, message_id)
      cross join lateral (
        select id from deliveries
        where space_id = h.space_id and message_id = h.message_id and recipient_id = h.account_id and state = 'stored'
        for update skip locked
      ) found
    ))
    returning ${CHANGED}
  `.execute(db)
  return rows
}

/** Marks rows of one recipient as seen. */
export async function markSeen(
  db: Db,
  recipientId: string,
  ids: readonly string[],
  at: Date,
): Promise<ChangedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'seen', at = ${at}
    from accounts a
    where a.id = d.recipient_id and d.recipient_id = ${recipientId} and d.id = any(${[...ids]}::uuid[])
      and d.state in ('stored', 'delivered')
    returning ${CHANGED}
  `.execute(db)
  return rows
}
