import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export interface Handed {
  readonly accountId: string
  readonly spaceId: string
  readonly messageId: string
}

export const CHANGED = sql`
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
export async function markDelivered(db: Tx, handed: readonly Handed[], at: Date): Promise<ChangedRow[]> {
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

export interface Seen {
  readonly recipientId: string
  /** Of the delivery. */
  readonly id: string
}

const asPairs = (seen: readonly Seen[]) => sql`
  unnest(
    ${seen.map(({ recipientId }) => recipientId)}::uuid[],
    ${seen.map(({ id }) => id)}::uuid[]
  ) as s(recipient_id, id)
`

/** Marks rows as seen by their recipients. */
export async function markSeen(db: Tx, seen: readonly Seen[], at: Date): Promise<ChangedRow[]> {
  if (seen.length === 0) return []
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'seen', at = ${at}
    from accounts a, (select distinct recipient_id, id from ${asPairs(seen)}) s
    where a.id = d.recipient_id and d.recipient_id = s.recipient_id and d.id = s.id
      and d.state in ('stored', 'delivered')
    returning ${CHANGED}
  `.execute(db)
  return rows
}

/** The spaces in which something of this is still stored: only their locks are needed. */
export async function spacesWithStored(db: Db, handed: readonly Handed[]): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select distinct h.space_id
    from unnest(
      ${handed.map(({ accountId }) => accountId)}::uuid[],
      ${handed.map(({ spaceId }) => spaceId)}::uuid[],
      ${handed.map(({ messageId }) => messageId)}::uuid[]
    ) as h(account_id, space_id, message_id)
    cross join lateral (
      select 1 from deliveries
      where space_id = h.space_id and message_id = h.message_id and recipient_id = h.account_id and state = 'stored'
      limit 1
    ) stored
  `.execute(db)
  return rows.map((row) => row.space_id)
}

/** The spaces in which something of this is still unseen: only their locks are needed. */
export async function spacesWithUnseen(db: Db, seen: readonly Seen[]): Promise<string[]> {
  if (seen.length === 0) return []
  const { rows } = await sql<{ space_id: string }>`
    select distinct d.space_id
    from ${asPairs(seen)}
    join deliveries d on d.recipient_id = s.recipient_id and d.id = s.id
    where d.state in ('stored', 'delivered')
  `.execute(db)
  return rows.map((row) => row.space_id)
}

/** The spaces in which something is still on its way to these accounts. */
export async function spacesAwaiting(tx: Tx, recipientIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('space_id')
    .distinct()
    .where('recipient_id', 'in', [...recipientIds])
    .where('state', 'in', ['stored', 'delivered'])
    .execute()
  return rows.map((row) => row.space_id)
}

/** What is on its way to these accounts reaches nobody. */
export async function markUndeliverable(
  tx: Tx,
  recipientIds: readonly string[],
  why: string,
  at: Date,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'undeliverable', why = ${why}, at = ${at}
    from accounts a
    where a.id = d.recipient_id and d.recipient_id = any(${[...recipientIds]}::uuid[])
      and d.state in ('stored', 'delivered')
    returning ${CHANGED}
  `.execute(tx)
  return rows
}

/** At most `limit` deliveries from before `before` that are still to be taken, the oldest first. */
export async function listOpenBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: string; space_id: string }[]> {
  const { rows } = await sql<{ id: string; space_id: string }>`
    select id, space_id from deliveries
    where state in ('stored', 'delivered') and created_at < ${before}
    order by created_at limit ${limit}
  `.execute(db)
  return rows
}

/** Of these, what is still to be taken is expired. */
export async function markExpired(tx: Tx, ids: readonly string[], at: Date): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'expired', at = ${at}
    from accounts a
    where a.id = d.recipient_id and d.id = any(${[...ids]}::uuid[]) and d.state in ('stored', 'delivered')
    returning ${CHANGED}
  `.execute(tx)
  return rows
}
