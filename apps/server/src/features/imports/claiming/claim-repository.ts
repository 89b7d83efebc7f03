import { DELETED_USER_NAME } from '@flockwork/contract/auth'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/**
 * Makes an account the claimant of the unclaimed ones among these imported people; returns them. Of two concurrent
 * claims the second waits and gets nothing.
 */
export async function claim(
  tx: Tx,
  { spaceId, accountId, ids, at }: { spaceId: string; accountId: string; ids: readonly string[]; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    update imported_people p set claimed_by = ${accountId}, claimed_at = ${at}, email = null
    from accounts a
    where a.id = p.account_id and a.kind = 'user' and p.space_id = ${spaceId}
      and p.account_id = any(${ids}::uuid[]) and p.claimed_by is null
    returning p.account_id
  `.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

/** Removes the names of the imported people that the account claimed. */
export async function anonymiseClaimed(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ account_id: string }>`
    update imported_people set display_name = ${DELETED_USER_NAME}, details = '{}', email = null
    where claimed_by = ${accountId} returning account_id
  `.execute(tx)
  await tx
    .updateTable('accounts')
    .set({ display_name: DELETED_USER_NAME })
    .where(({ eb, val }) => eb('id', '=', eb.fn.any(val(rows.map(({ account_id }) => account_id)))))
    .execute()
}

/** Imported people with the account's e-mail address, if that is verified. */
export async function listByVerifiedEmail(tx: Tx, spaceId: string, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select p.account_id from people me
    join imported_people p on lower(p.email) = lower(me.email)
    where me.account_id = ${accountId} and me.email_verified and p.space_id = ${spaceId} and p.claimed_by is null
    order by p.account_id
  `.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

export function findImported(db: Db, accountId: string) {
  return db
    .selectFrom('imported_people')
    .select(['account_id', 'space_id', 'claimed_by', 'rewritten_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function isBot(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('kind', '=', 'agent')
    .executeTakeFirst()
  return row !== undefined
}

interface Rewriting {
  readonly spaceId: string
  /** The imported account, and its claimant. */
  readonly from: string
  readonly to: string
}

/** Its first messages, at most `limit`, locked in order. */
export async function lockMessagesOf(tx: Tx, { spaceId, from }: Rewriting, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from messages where space_id = ${spaceId} and author_id = ${from}
    order by seq limit ${limit} for no key update
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** The messages in a range of numbers that mention it, locked in order. */
export async function lockMentionsOf(
  tx: Tx,
  { spaceId, from }: Rewriting,
  range: { readonly after: number; readonly upTo: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from messages
    where space_id = ${spaceId} and seq > ${range.after} and seq <= ${range.upTo}
      and mentions @> ${JSON.stringify([{ id: from }])}::jsonb
    order by seq for no key update
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function headOf(db: Db, spaceId: string): Promise<number> {
  const row = await db
    .selectFrom('space_sequences')
    .select('seq')
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
  return row?.seq ?? 0
}

export async function lockHead(tx: Tx, spaceId: string): Promise<number> {
  const { seq } = await tx
    .selectFrom('space_sequences')
    .select('seq')
    .where('space_id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return seq
}

/** The text is unchanged, but the name in it now refers to the claimant. */
export async function rewriteMessages(
  tx: Tx,
  { spaceId, from, to }: Rewriting,
  ids: readonly string[],
  changedSeq: number,
): Promise<void> {
  await sql`
    update messages set changed_seq = ${changedSeq},
      author_id = case when author_id = ${from} then ${to}::uuid else author_id end,
      edited_by = case when edited_by = ${from} then ${to}::uuid else edited_by end,
      mentions = case when mentions @> ${JSON.stringify([{ id: from }])}::jsonb then (
        select jsonb_agg(case when m ->> 'id' = ${from} then jsonb_set(m, '{id}', to_jsonb(${to}::text)) else m end)
        from jsonb_array_elements(mentions) m
      ) else mentions end
    where space_id = ${spaceId} and id = any(${ids}::uuid[])
  `.execute(tx)
}

/** Everything except its messages: reactions, repliers, editors of texts, search authors, tasks and notes. */
export async function rewriteRest(tx: Tx, { spaceId, from, to }: Rewriting): Promise<void> {
  await sql`
    insert into reactions (space_id, message_id, account_id, emoji, created_at)
    select space_id, message_id, ${to}, emoji, created_at from reactions
    where space_id = ${spaceId} and account_id = ${from} order by message_id, emoji
    on conflict do nothing
  `.execute(tx)
  await sql`delete from reactions where space_id = ${spaceId} and account_id = ${from}`.execute(tx)
  await sql`
    update reply_counts set replier_ids = array(
      select id from unnest(array_replace(replier_ids, ${from}::uuid, ${to}::uuid)) with ordinality as r(id, nth)
      group by id order by min(nth))
    where space_id = ${spaceId} and ${from}::uuid = any(replier_ids)
  `.execute(tx)
  await sql`
    update message_versions set replaced_by = ${to} where space_id = ${spaceId} and replaced_by = ${from}
  `.execute(tx)
  await sql`update messages set edited_by = ${to} where space_id = ${spaceId} and edited_by = ${from}`.execute(
    tx,
  )
  await sql`
    insert into search_authors (space_id, account_id)
    select space_id, ${to} from search_authors where space_id = ${spaceId} and account_id = ${from}
    on conflict do nothing
  `.execute(tx)
  await sql`delete from search_authors where space_id = ${spaceId} and account_id = ${from}`.execute(tx)
  await sql`
    update tasks set
      author_id = case when author_id = ${from} then ${to}::uuid else author_id end,
      edited_by = case when edited_by = ${from} then ${to}::uuid else edited_by end,
      assignee_id = case when assignee_id = ${from} then ${to}::uuid else assignee_id end,
      claimant_id = case when claimant_id = ${from} then ${to}::uuid else claimant_id end
    where space_id = ${spaceId} and ${from}::uuid in (author_id, edited_by, assignee_id, claimant_id)
  `.execute(tx)
  await sql`
    update task_notes set author_id = ${to} where space_id = ${spaceId} and author_id = ${from}
  `.execute(tx)
  await sql`update agents set owner_id = ${to} where owner_id = ${from}`.execute(tx)
}

export async function setRewritten(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx
    .updateTable('imported_people')
    .set({ rewritten_at: at })
    .where('account_id', '=', accountId)
    .where('rewritten_at', 'is', null)
    .execute()
}

/** Claimed and not yet rewritten. */
export async function listUnrewritten(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('imported_people')
    .select('account_id')
    .where('claimed_by', 'is not', null)
    .where('rewritten_at', 'is', null)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** The imported people of a space after a name, with the number of their messages. */
export async function listImported(
  db: Db,
  spaceId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const { rows } = await sql<{
    id: string
    handle: string
    display_name: string
    kind: string
    messages: number
    has_email: boolean
    claimed_by: string | null
    claimed_handle: string | null
  }>`
    select a.id, a.handle, a.display_name, a.kind, p.email is not null as has_email, p.claimed_by,
      c.handle as claimed_handle,
      (select count(*) from messages m where m.space_id = p.space_id and m.author_id = a.id) as messages
    from imported_people p join accounts a on a.id = p.account_id left join accounts c on c.id = p.claimed_by
    where p.space_id = ${spaceId} and (${after ?? null}::text is null or a.handle collate "C" > ${after ?? ''})
    order by a.handle collate "C" limit ${limit}
  `.execute(db)
  return rows
}

export async function countImported(db: Db, spaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('imported_people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return count
}
