import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/** The names of channels that accept posts. */
export async function listOpenNames(db: Db, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('name')
    .where('space_id', '=', spaceId)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

interface ChannelRow {
  readonly name: string
  readonly archived_at: Date | null
  readonly post_count: number
  readonly last_message_at: Date | null
}

/** The count is saved from this many new messages on; fewer are counted each time. */
const SAVE_FROM = 500

export async function findChannel(db: Db, spaceId: string, name: string): Promise<ChannelRow | undefined> {
  const [channel] = await selectChannels(db, spaceId, name)
  return channel
}

export async function listChannels(db: Db, spaceId: string): Promise<ChannelRow[]> {
  const rows = await selectChannels(db, spaceId, null)
  for (const { name, counted_to_seq, fresh, fresh_to } of rows) {
    if (fresh < SAVE_FROM) continue
    await db
      .updateTable('channels')
      .set(({ eb }) => ({ post_count: eb('post_count', '+', fresh), counted_to_seq: fresh_to }))
      .where('space_id', '=', spaceId)
      .where('name', '=', name)
      // of two concurrent counts one is saved
      .where('counted_to_seq', '=', counted_to_seq)
      .execute()
  }
  return rows
}

interface CountedRow extends ChannelRow {
  readonly counted_to_seq: number
  /** The messages after `counted_to_seq`, and the number of the last one. */
  readonly fresh: number
  readonly fresh_to: number
}

async function selectChannels(db: Db, spaceId: string, name: string | null): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select c.name, c.archived_at, c.counted_to_seq, f.fresh, f.fresh_to, c.post_count + f.fresh as post_count,
      (select m.created_at from messages m
        where m.space_id = c.space_id and m.channel = c.name order by m.seq desc limit 1) as last_message_at
    from channels c cross join lateral (
      select count(*) filter (where not m.is_task) as fresh, coalesce(max(m.seq), c.counted_to_seq) as fresh_to
      from messages m
      where m.space_id = c.space_id and m.channel = c.name and m.seq > c.counted_to_seq
    ) f
    where c.space_id = ${spaceId} and (${name}::text is null or c.name = ${name})
    order by c.created_at, c.name
  `.execute(db)
  return rows
}

/** The number of channels; locks the space, so that none is added before the commit. */
export async function countChannelsForUpdate(tx: Tx, spaceId: string): Promise<number> {
  await tx.selectFrom('spaces').select('id').where('id', '=', spaceId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('channels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return count
}

/** False when the name is taken. */
export async function insertChannel(tx: Tx, spaceId: string, name: string, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto('channels')
    .values({ space_id: spaceId, name, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

export function lockChannel(tx: Tx, spaceId: string, name: string) {
  return selectChannel(tx, spaceId, name).forUpdate().executeTakeFirst()
}

/** Without its counts. */
export function findChannelState(db: Db, spaceId: string, name: string) {
  return selectChannel(db, spaceId, name).executeTakeFirst()
}

function selectChannel(db: Db, spaceId: string, name: string) {
  return db
    .selectFrom('channels')
    .select('archived_at')
    .where('space_id', '=', spaceId)
    .where('name', '=', name)
}

/** Renames the channel, also in its messages; false when the name is taken. */
export async function renameChannel(
  tx: Tx,
  spaceId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into channels (space_id, name, created_at, archived_at, post_count, counted_to_seq)
    select space_id, ${to}, created_at, archived_at, post_count, counted_to_seq from channels where space_id = ${spaceId} and name = ${from}
    on conflict do nothing
    returning name
  `.execute(tx)
  if (rows.length === 0) return false
  // before the sequence, in the lock order of every change
  await tx
    .selectFrom('messages')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('channel', '=', from)
    .orderBy('seq')
    .forNoKeyUpdate()
    .execute()
  // Posts check their channel under this lock, so none gets the old name. A separate statement: the next one must
  // see what was posted while this one waited.
  const head = await tx
    .selectFrom('space_sequences')
    .select('seq')
    .where('space_id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('messages')
    // the number of this change's event
    .set({ channel: to, changed_seq: head.seq + 1 })
    .where('space_id', '=', spaceId)
    .where('channel', '=', from)
    .execute()
  await tx.deleteFrom('channels').where('space_id', '=', spaceId).where('name', '=', from).execute()
  return true
}

export async function setArchived(tx: Tx, spaceId: string, name: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ archived_at: at })
    .where('space_id', '=', spaceId)
    .where('name', '=', name)
    .execute()
}
