import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { EndedDelivery } from '../messages/index.ts'

/** A message was sent to an account. */
export interface Receipt {
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
 * Marks stored deliveries as delivered, for many accounts in one statement. Skips rows that a post is just marking as
 * answered: that state is later.
 */
export async function markDelivered(db: Tx, receipts: readonly Receipt[], at: Date): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'delivered', at = ${at}, delivered_at = ${at}
    from accounts a
    where a.id = d.recipient_id and d.id = any(array(
      select found.id
      from unnest(
        ${receipts.map(({ accountId }) => accountId)}::uuid[],
        ${receipts.map(({ spaceId }) => spaceId)}::uuid[],
        ${receipts.map(({ messageId }) => messageId)}::uuid[]
      ) as r(account_id, space_id, message_id)
      cross join lateral (
        select id from deliveries
        where space_id = r.space_id and message_id = r.message_id and recipient_id = r.account_id and state = 'stored'
        for update skip locked
      ) found
    ))
    returning ${CHANGED}
  `.execute(db)
  return rows
}

export interface Seen {
  readonly recipientId: string
  /** The delivery's id. */
  readonly id: string
}

const asPairs = (seen: readonly Seen[]) => sql`
  unnest(
    ${seen.map(({ recipientId }) => recipientId)}::uuid[],
    ${seen.map(({ id }) => id)}::uuid[]
  ) as s(recipient_id, id)
`

/** Marks deliveries as seen by their recipients. */
export async function markSeen(db: Tx, seen: readonly Seen[], at: Date): Promise<ChangedRow[]> {
  if (seen.length === 0) return []
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'seen', at = ${at}, delivered_at = coalesce(d.delivered_at, ${at})
    from accounts a, (select distinct recipient_id, id from ${asPairs(seen)}) s
    where a.id = d.recipient_id and d.recipient_id = s.recipient_id and d.id = s.id
      and d.state in ('stored', 'delivered')
    returning ${CHANGED}
  `.execute(db)
  return rows
}

/** Marks stored deliveries as delivered to their recipients. */
export async function markGiven(tx: Tx, given: readonly Seen[], at: Date): Promise<ChangedRow[]> {
  if (given.length === 0) return []
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'delivered', at = ${at}, delivered_at = coalesce(d.delivered_at, ${at})
    from accounts a, (select distinct recipient_id, id from ${asPairs(given)}) s
    where a.id = d.recipient_id and d.recipient_id = s.recipient_id and d.id = s.id and d.state = 'stored'
    returning ${CHANGED}
  `.execute(tx)
  return rows
}

/**
 * Marks deliveries to the reader up to a number of the space's sequence as seen. Deliveries about a task are not in the
 * feed that was read, and a mention added by an edit is above the read position: it is included only if it was
 * delivered.
 */
export async function markSeenUpTo(
  tx: Tx,
  { spaceId, readerId, seq, at }: { spaceId: string; readerId: string; seq: number; at: Date },
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'seen', at = ${at}, delivered_at = coalesce(d.delivered_at, ${at})
    from accounts a
    where a.id = d.recipient_id and d.recipient_id = ${readerId} and d.space_id = ${spaceId} and d.seq <= ${seq}
      and d.task_id is null
      and (d.state = 'delivered' or d.state = 'stored'
        and d.seq = (select m.seq from messages m where m.id = d.message_id limit 1))
    returning ${CHANGED}
  `.execute(tx)
  return rows
}

/** The spaces in which these receipts change anything: only these need to be locked. */
export async function listSpacesWithStored(db: Db, receipts: readonly Receipt[]): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select distinct r.space_id
    from unnest(
      ${receipts.map(({ accountId }) => accountId)}::uuid[],
      ${receipts.map(({ spaceId }) => spaceId)}::uuid[],
      ${receipts.map(({ messageId }) => messageId)}::uuid[]
    ) as r(account_id, space_id, message_id)
    cross join lateral (
      select 1 from deliveries
      where space_id = r.space_id and message_id = r.message_id and recipient_id = r.account_id and state = 'stored'
      limit 1
    ) stored
  `.execute(db)
  return rows.map((row) => row.space_id)
}

/** The spaces with unseen deliveries among these: only they need to be locked. */
export async function listSpacesWithUnseen(db: Db, seen: readonly Seen[]): Promise<string[]> {
  if (seen.length === 0) return []
  const { rows } = await sql<{ space_id: string }>`
    select distinct d.space_id
    from ${asPairs(seen)}
    join deliveries d on d.recipient_id = s.recipient_id and d.id = s.id
    where d.state in ('stored', 'delivered')
  `.execute(db)
  return rows.map((row) => row.space_id)
}

/** The spaces of those of these deliveries that an answer may have lost. */
export async function listSpacesWithLost(db: Db, handed: readonly HandedOver[]): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select distinct d.space_id
    from ${asTriples(handed)}
    join deliveries d on d.recipient_id = h.recipient_id and d.id = h.id
    where d.state in ('delivered', 'seen')
  `.execute(db)
  return rows.map((row) => row.space_id)
}

/** The spaces with unread deliveries to these accounts. */
export async function listSpacesWithOpen(
  tx: Tx,
  recipientIds: readonly string[],
  spaceIds: readonly string[] | undefined,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('space_id')
    .distinct()
    .where('recipient_id', 'in', [...recipientIds])
    .where('state', 'in', ['stored', 'delivered', 'held'])
    .$if(spaceIds !== undefined, (query) =>
      query.where('space_id', '=', sql<string>`any(${[...(spaceIds ?? [])]}::uuid[])`),
    )
    .execute()
  return rows.map((row) => row.space_id)
}

/** A recipient that reads with one of its credentials. */
export interface Caller {
  readonly recipientId: string
  readonly credentialId: string
}

export interface HandedOver extends Caller {
  /** The delivery's id. */
  readonly id: string
}

const asTriples = (handed: readonly HandedOver[]) => sql`
  unnest(
    ${handed.map(({ recipientId }) => recipientId)}::uuid[],
    ${handed.map(({ credentialId }) => credentialId)}::uuid[],
    ${handed.map(({ id }) => id)}::uuid[]
  ) as h(recipient_id, credential_id, id)
`

/** Records which credentials got which unread deliveries. Returns the deliveries that are new to all of them. */
export async function markHandedOver(tx: Tx, handed: readonly HandedOver[], at: Date): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow & { was: string }>`
    update deliveries d set
      state = 'delivered',
      at = case when found.was = 'stored' then ${at} else d.at end,
      delivered_at = coalesce(d.delivered_at, ${at}),
      handed_to = array(select distinct unnest(d.handed_to || found.credential_ids))
    from accounts a, (
      select d.id, d.state as was, h.credential_ids
      from (select recipient_id, id, array_agg(credential_id) as credential_ids from ${asTriples(handed)} group by 1, 2) h
      join deliveries d on d.recipient_id = h.recipient_id and d.id = h.id
      where d.state in ('stored', 'delivered')
      for update of d
    ) found
    where a.id = d.recipient_id and d.id = found.id
    returning ${CHANGED}, found.was
  `.execute(tx)
  return rows.filter(({ was }) => was === 'stored')
}

interface Lost {
  /** How often a delivery is repeated: a client may reset every connection, and would get the same at each call. */
  readonly mostTimes: number
  /** What was seen before stays seen. */
  readonly seenSince: Date
  readonly at: Date
}

/**
 * Records that answers with these deliveries were lost, so that they are repeated, also those that another call of the
 * caller acknowledged before the loss was noticed. Returns the latter, which are no longer seen.
 */
export async function markLost(
  tx: Tx,
  handed: readonly HandedOver[],
  { mostTimes, seenSince, at }: Lost,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow & { was: string }>`
    update deliveries d set
      handed_to = array_remove(d.handed_to, found.credential_id),
      lost = d.lost + 1,
      state = 'delivered',
      at = case when found.was = 'seen' then ${at} else d.at end
    from accounts a, (
      select d.id, d.state as was, h.credential_id
      from ${asTriples(handed)}
      join deliveries d on d.recipient_id = h.recipient_id and d.id = h.id
      where d.lost < ${mostTimes} and (d.state = 'delivered'
        or d.state = 'seen' and d.at >= ${seenSince} and h.credential_id = any(d.handed_to))
      for update of d
    ) found
    where a.id = d.recipient_id and d.id = found.id
    returning ${CHANGED}, found.was
  `.execute(tx)
  return rows.filter(({ was }) => was === 'seen')
}

/** The unacknowledged deliveries of these callers. */
export async function listHandedOver(
  db: Db,
  callers: readonly Caller[],
): Promise<(Seen & { readonly spaceId: string })[]> {
  const { rows } = await sql<Seen & { spaceId: string }>`
    select distinct d.recipient_id as "recipientId", d.id, d.space_id as "spaceId"
    from unnest(
      ${callers.map(({ recipientId }) => recipientId)}::uuid[],
      ${callers.map(({ credentialId }) => credentialId)}::uuid[]
    ) as c(recipient_id, credential_id)
    join deliveries d on d.recipient_id = c.recipient_id
    where d.state = 'delivered' and c.credential_id = any(d.handed_to)
  `.execute(db)
  return rows
}

/** Unread deliveries to these accounts. */
export interface Cancelled {
  readonly recipientIds: readonly string[]
  /** Absent: in every space. */
  readonly spaceIds?: readonly string[] | undefined
  readonly why: string
  readonly at: Date
}

/** A delivery that ended unread. */
export type EndedRow = ChangedRow & EndedDelivery

/** Makes unread deliveries undeliverable. */
export async function markUndeliverable(
  tx: Tx,
  { recipientIds, spaceIds, why, at }: Cancelled,
): Promise<EndedRow[]> {
  const inSpaces = spaceIds === undefined ? sql`` : sql`and space_id = any(${[...spaceIds]}::uuid[])`
  const { rows } = await sql<EndedRow>`
    update deliveries d set state = 'undeliverable', why = ${why}, at = ${at}
    from accounts a, (
      select id, state as was from deliveries
      where recipient_id = any(${[...recipientIds]}::uuid[]) and state in ('stored', 'delivered', 'held') ${inSpaces}
      for update
    ) found
    where a.id = d.recipient_id and d.id = found.id
    returning ${CHANGED}, found.was, d.chain_id, d.seq
  `.execute(tx)
  return rows
}

/** Makes these deliveries undeliverable, unless they were seen or answered meanwhile. */
export async function markFailed(
  tx: Tx,
  ids: readonly string[],
  { why, at }: Pick<Cancelled, 'why' | 'at'>,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'undeliverable', why = ${why}, at = ${at}
    from accounts a
    where a.id = d.recipient_id and d.id = any(${[...ids]}::uuid[])
      and d.state in ('stored', 'delivered')
    returning ${CHANGED}
  `.execute(tx)
  return rows
}

interface OldPage {
  readonly before: Date
  /** Spaces to leave out. */
  readonly besides: readonly string[]
  readonly limit: number
}

/**
 * At most `limit` unread or held deliveries from before `before`. Without those of imported accounts, which stay as their
 * record has them, and those in deleted spaces, where nobody could take them.
 */
export async function listOpenBefore(
  db: Db,
  { before, besides, limit }: OldPage,
): Promise<{ id: string; space_id: string }[]> {
  const isListed = sql`${mayExpire(before)} and d.space_id <> all(${[...besides]}::uuid[])`
  const { rows } = await sql<{ id: string; space_id: string }>`
    (select d.id, d.space_id from deliveries d
      where d.state in ('stored', 'delivered') and ${isListed}
      order by d.created_at limit ${limit})
    union all
    (select d.id, d.space_id from deliveries d
      where d.state = 'held' and ${isListed} and not ${isOnItsWay(before)}
      order by d.created_at limit ${limit})
    limit ${limit}
  `.execute(db)
  return rows
}

/** Without regard to its state. */
const mayExpire = (before: Date) => sql`
  d.created_at < ${before} and (select a.status from accounts a where a.id = d.recipient_id) <> 'imported'
    and (select s.deleted_at from spaces s where s.id = d.space_id) is null`

/** Somebody let it go on after `since`, and it hasn't reached its agent yet. */
const isOnItsWay = (since: Date) => sql`exists (
  select from agent_extensions e
  join agent_holds h on h.space_id = e.space_id and h.chain_id = e.chain_id and h.state = 'continued'
  where e.chain_id = d.chain_id and e.space_id = d.space_id and d.seq <= e.released_upto and h.at >= ${since})`

/**
 * Expires those of these deliveries that are still to expire: since they were listed, one may have been read, or released
 * by a person. The spaces' sequences must be locked.
 */
export async function markExpired(
  tx: Tx,
  ids: readonly string[],
  { before, at }: { readonly before: Date; readonly at: Date },
): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    update deliveries d set state = 'expired', at = ${at}
    from accounts a, (
      select d.id, d.state as was from deliveries d
      where d.id = any(${[...ids]}::uuid[]) and ${mayExpire(before)}
        and (d.state in ('stored', 'delivered') or d.state = 'held' and not ${isOnItsWay(before)})
      for update of d
    ) found
    where a.id = d.recipient_id and d.id = found.id
    returning ${CHANGED}, found.was, d.chain_id, d.seq
  `.execute(tx)
  return rows
}
