import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { preparedQuery } from '../../platform/prepared-query.ts'

/** Where the windows that end now begin. */
export interface Windows {
  readonly m5: Date
  readonly h1: Date
  readonly h24: Date
  readonly d7: Date
  readonly d30: Date
  /** Accounts that acted in this whole minute or later are active. */
  readonly activeFrom: Date
  /** Members who joined in this whole hour or later are new. */
  readonly joinedFrom: Date
}

export interface ActivityRow {
  readonly space_id: string
  readonly messages_5m: number
  readonly messages_1h: number
  readonly messages_24h: number
  readonly messages_7d: number
  readonly messages_30d: number
  readonly messages_total: number
  readonly active_users_30m: number
  readonly agent_count: number
  readonly tasks_open: number
  readonly tasks_created_24h: number
  readonly new_members_7d: number
  readonly posted_at: Date | null
  readonly streak_since: Date | null
  readonly acted_at: Date | null
}

/** The number of messages in a space since a time: one index lookup, however many they are. */
const messagesSince = (since: Date) => sql`case when s.posted_at > ${since} then s.messages - coalesce((
    select m.messages_so_far from messages m where m.space_id = s.space_id and m.created_at <= ${since}
    order by m.created_at desc, m.messages_so_far desc limit 1), 0) else 0 end`

const selectActivity = preparedQuery(
  (_db, since: Windows & { readonly spaceIds: readonly string[] }) => sql<ActivityRow>`
    select s.space_id, s.posted_at, s.streak_since, s.acted_at, s.messages as messages_total, s.open_tasks as tasks_open,
      ${messagesSince(since.m5)} as messages_5m,
      ${messagesSince(since.h1)} as messages_1h,
      ${messagesSince(since.h24)} as messages_24h,
      ${messagesSince(since.d7)} as messages_7d,
      ${messagesSince(since.d30)} as messages_30d,
      -- numbers of tasks have no gaps, and no task of the last day is purged
      s.tasks + 1 - coalesce((
        select t.number from tasks t where t.space_id = s.space_id and t.created_at > ${since.h24}
        order by t.created_at, t.number limit 1), s.tasks + 1) as tasks_created_24h,
      tally.active_users_30m, tally.new_members_7d, tally.agent_count
    from unnest(${since.spaceIds}::uuid[]) as wanted(id)
    -- one by one: otherwise a plan may read the sequences of all spaces
    cross join lateral (select * from space_sequences q where q.space_id = wanted.id offset 0) s
    cross join lateral (
      select
        coalesce(sum(n) filter (where kind = 'active' and at >= ${since.activeFrom}), 0) as active_users_30m,
        coalesce(sum(n) filter (where kind = 'joined' and at >= ${since.joinedFrom}), 0) as new_members_7d,
        coalesce(sum(n) filter (where kind = 'agents'), 0) as agent_count
      from space_tallies where space_id = s.space_id
    ) tally`,
)

export async function readActivity(
  db: Db,
  spaceIds: readonly string[],
  windows: Windows,
): Promise<Map<string, ActivityRow>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await selectActivity(db, { spaceIds, ...windows })
  return new Map(rows.map((row) => [row.space_id, row]))
}

export interface MineRow {
  readonly space_id: string
  /** After the read position, without deleted ones. */
  readonly messages: number
  /** The member's own among them. */
  readonly own: number
  /** The space's newest event: all these numbers are as of it. */
  readonly head_seq: number
  readonly last_seen_seq: number
}

const selectMine = preparedQuery(
  (_db, { spaceIds, memberId }: { readonly spaceIds: readonly string[]; readonly memberId: string }) =>
    // only what is subtracted is counted: the member's own and deleted messages, which are few
    sql<MineRow>`
      select me.space_id, s.seq as head_seq, me.last_seen_seq,
        s.messages - coalesce((
          select m.messages_so_far from messages m where m.space_id = me.space_id and m.seq <= me.last_seen_seq
          order by m.seq desc limit 1), 0)
        - (
          select count(*) from messages gone
          where gone.space_id = me.space_id and gone.seq > me.last_seen_seq
            and gone.deleted_at is not null and gone.message_type <> 'task'
        ) as messages,
        (
          select count(*) from messages own
          where own.space_id = me.space_id and own.author_id = me.account_id and own.seq > me.last_seen_seq
            and own.deleted_at is null and own.message_type <> 'task'
        ) as own
      from unnest(${spaceIds}::uuid[]) as wanted(id)
      cross join lateral (
        select * from members m where m.space_id = wanted.id and m.account_id = ${memberId} offset 0
      ) me
      cross join lateral (select * from space_sequences q where q.space_id = me.space_id offset 0) s`,
)

/** For spaces that the account is in. */
export async function readMine(db: Db, spaceIds: readonly string[], memberId: string): Promise<MineRow[]> {
  if (spaceIds.length === 0) return []
  return selectMine(db, { spaceIds, memberId })
}

const selectMentions = preparedQuery(
  (_db, { memberId, since }: { readonly memberId: string; readonly since: Date }) =>
    sql<{ space_id: string; mentions: number }>`
      select d.space_id, count(*) as mentions
      from deliveries d
      where d.recipient_id = ${memberId} and d.created_at > ${since} and d.reason = 'mention'
        and (select m.deleted_at from messages m where m.space_id = d.space_id and m.id = d.message_id) is null
      group by d.space_id`,
)

/** How often the account was mentioned since then, by space. */
export async function countMentions(db: Db, memberId: string, since: Date): Promise<Map<string, number>> {
  const rows = await selectMentions(db, { memberId, since })
  return new Map(rows.map(({ space_id: id, mentions }) => [id, mentions]))
}

/** The space's sequence must be locked, so that concurrent calls don't wait for each other here. */
export async function noteActor(tx: Tx, spaceId: string, accountId: string, at: Date): Promise<void> {
  await sql`
    insert into space_actors as a (space_id, account_id, minute)
    values (${spaceId}, ${accountId}, date_trunc('minute', ${at}::timestamptz))
    on conflict (space_id, account_id) do update set minute = excluded.minute where a.minute < excluded.minute
  `.execute(tx)
}

/** Deletes activity and joins from before these times, and merges the rows of each running total. */
export async function pruneTallies(
  db: Db,
  { activeFrom, joinedFrom }: Pick<Windows, 'activeFrom' | 'joinedFrom'>,
): Promise<void> {
  await sql`delete from space_actors where minute < ${activeFrom}`.execute(db)
  await sql`
    delete from space_tallies
    where (kind = 'active' and at < ${activeFrom}) or (kind = 'joined' and at < ${joinedFrom})
  `.execute(db)
  await sql`
    with merged as (
      delete from space_tallies where (space_id, kind, at) in (
        select space_id, kind, at from space_tallies group by space_id, kind, at having count(*) > 1)
      returning space_id, kind, at, n
    )
    insert into space_tallies (space_id, kind, at, n)
    select space_id, kind, at, sum(n) from merged group by space_id, kind, at having sum(n) <> 0
  `.execute(db)
}
