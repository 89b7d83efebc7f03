import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

/** A message as a row, with its number. */
export interface MessageRow {
  readonly id: string
  readonly seq: number
  readonly changed_seq: number | null
  readonly author_id: string
  readonly channel: string
  readonly content: string
  readonly parent_id: string | null
  readonly thread_root_id: string | null
  readonly message_type: string
  readonly mentions: readonly object[]
  readonly mentions_unknown: readonly object[]
  readonly topics: readonly string[]
  readonly waiting_since: Date | null
  readonly is_task: boolean
  readonly is_claimed: boolean
  readonly metadata: object
  readonly cause_id: string | null
  readonly hops: number
  readonly messages_so_far: number
  readonly created_at: Date
  readonly edited_at: Date | null
  readonly edit_count: number
  readonly edited_by: string | null
  readonly deleted_at: Date | null
}

/** The space's sequence, locked until the commit. */
export function lockSequence(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('space_sequences')
    .select(['seq', 'messages', 'last_message_at'])
    .where('space_id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function knownAmong(tx: Tx, spaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from messages where space_id = ${spaceId} and id = any(${ids}::uuid[])
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function insertMessages(tx: Tx, spaceId: string, rows: readonly MessageRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with stored as (
    insert into messages (space_id, id, seq, changed_seq, author_id, channel, content, parent_id, thread_root_id,
      message_type, mentions, mentions_unknown, topics, waiting_since, is_task, is_claimed, metadata, cause_id, hops,
      messages_so_far, created_at, edited_at, edit_count, edited_by, deleted_at)
    select ${spaceId}, id, seq, changed_seq, author_id, channel, content, parent_id, thread_root_id,
      message_type, mentions, mentions_unknown, topics, waiting_since, is_task, is_claimed, metadata, cause_id, hops,
      messages_so_far, created_at, edited_at, edit_count, edited_by, deleted_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(
      id uuid, seq bigint, changed_seq bigint, author_id uuid, channel text, content text, parent_id uuid,
      thread_root_id uuid, message_type text, mentions jsonb, mentions_unknown jsonb, topics text[],
      waiting_since timestamptz, is_task boolean, is_claimed boolean, metadata jsonb, cause_id uuid, hops smallint,
      messages_so_far bigint, created_at timestamptz, edited_at timestamptz, edit_count int, edited_by uuid, deleted_at timestamptz)
    returning created_at, message_type)
    insert into instance_tallies (kind, day, n)
    select 'messages', utc_day(created_at), count(*) from stored where message_type <> 'task' group by 2
  `.execute(tx)
}

export interface VersionRow {
  readonly message_id: string
  readonly version: number
  readonly content: string
  readonly replaced_by: string
  readonly replaced_at: Date
}

export async function insertVersions(tx: Tx, spaceId: string, rows: readonly VersionRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into message_versions (space_id, message_id, version, content, replaced_by, replaced_at)
    select ${spaceId}, message_id, version, content, replaced_by, replaced_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(
      message_id uuid, version int, content text, replaced_by uuid, replaced_at timestamptz)
    on conflict do nothing
  `.execute(tx)
}

export interface ReactionRow {
  readonly message_id: string
  readonly account_id: string
  readonly emoji: string
  readonly created_at: Date
}

/** Inserts missing reactions. Returns how many. */
export async function insertReactions(
  tx: Tx,
  spaceId: string,
  rows: readonly ReactionRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into reactions (space_id, message_id, account_id, emoji, created_at)
    select ${spaceId}, message_id, account_id, emoji, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      message_id uuid, account_id uuid, emoji text, created_at timestamptz)
    on conflict do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export interface ReplyRow {
  /** The parent, or the root of its thread. */
  readonly target: string
  readonly account: string
  readonly at: Date
}

/** Counts replies, in the order of their numbers, like the SQL function for posting. */
export async function countReplies(tx: Tx, spaceId: string, rows: readonly ReplyRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into reply_counts as t (space_id, message_id, replies, last_reply_at, replier_ids)
    select ${spaceId}, target, count(*), max(at), (array_agg(account order by nth desc))[1:3]
    from unnest(
      ${rows.map(({ target }) => target)}::uuid[],
      ${rows.map(({ account }) => account)}::uuid[],
      ${rows.map(({ at }) => at)}::timestamptz[]
    ) with ordinality as r(target, account, at, nth)
    group by target
    on conflict (space_id, message_id) do update set
      replies = t.replies + excluded.replies,
      last_reply_at = excluded.last_reply_at,
      replier_ids = array(
        select x from unnest(excluded.replier_ids || t.replier_ids) with ordinality as u(x, i)
        group by x order by min(i) limit 3)
  `.execute(tx)
}

export async function saveSequence(
  tx: Tx,
  spaceId: string,
  sequence: { readonly seq: number; readonly messages: number; readonly last_message_at: Date | null },
): Promise<void> {
  await tx.updateTable('space_sequences').set(sequence).where('space_id', '=', spaceId).execute()
}

/** Saves the message counts of channels, so that the first list doesn't have to count. */
export async function countChannels(db: Db, spaceId: string): Promise<void> {
  await sql`
    update channels c set post_count = n.posts, counted_to_seq = n.last
    from (
      select channel, count(*) filter (where not is_task) as posts, max(seq) as last
      from messages where space_id = ${spaceId} group by channel
    ) n
    where c.space_id = ${spaceId} and c.name = n.channel
  `.execute(db)
}

/** Computes the activity counts of the space. */
export async function countActivity(db: Db, spaceId: string): Promise<void> {
  await sql`select recount_activity(${spaceId})`.execute(db)
}

/** Marks everything as read for all members of the space. */
export async function markRead(db: Db, spaceId: string): Promise<void> {
  await sql`
    update members m set last_seen_seq = greatest(m.last_seen_seq, s.seq)
    from space_sequences s where s.space_id = ${spaceId} and m.space_id = s.space_id
  `.execute(db)
}

/** Statistics of nearly empty tables would give bad plans until autovacuum runs. */
export async function analyzeMessages(db: Db): Promise<void> {
  for (const table of ['messages', 'message_words', 'reactions', 'reply_counts']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
}
