/** Stores made-up messages as if they had been posted long ago: without events, which stay for days only. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { lockSequences } from '../../platform/outbox.ts'
import type { SeededMessage } from './talk.ts'

/** Stores the messages with the space's next seqs, in one transaction; none is older than the space's newest. */
export async function storeMessages(
  db: Db,
  spaceId: string,
  messages: readonly SeededMessage[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // after a power cut one seeds again
    await sql`set local synchronous_commit = off`.execute(tx)
    await lockSequences(tx, [spaceId])
    const head = await tx
      .selectFrom('space_sequences')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
    const notBefore = head.last_message_at?.getTime() ?? 0
    const stored = messages.map((message) => ({
      ...message,
      at: new Date(Math.max(notBefore, message.at.getTime())),
    }))
    await insertMessages(tx, spaceId, head, stored)
    await insertReactions(tx, spaceId, stored)
    await countReplies(tx, spaceId, stored)
    await tx
      .updateTable('space_sequences')
      .set((eb) => ({
        seq: eb('seq', '+', stored.length),
        messages: eb('messages', '+', stored.length),
        last_message_at: stored.at(-1)?.at ?? head.last_message_at,
      }))
      .where('space_id', '=', spaceId)
      .execute()
  })
}

async function insertMessages(
  tx: Tx,
  spaceId: string,
  head: { readonly seq: number; readonly messages: number },
  messages: readonly SeededMessage[],
): Promise<void> {
  await sql`
    with stored as (
    insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
      mentions, topics, messages_so_far, created_at)
    select ${spaceId}, id, ${head.seq}::bigint + nth, author, channel, content, parent, root,
      case when parent is null then 'message' else 'reply' end, mentions::jsonb, topics::text[], ${head.messages}::bigint + nth, at
    from unnest(
      ${messages.map(({ id }) => id)}::uuid[],
      ${messages.map(({ author }) => author.id)}::uuid[],
      ${messages.map(({ channel }) => channel)}::text[],
      ${messages.map(({ content }) => content)}::text[],
      ${messages.map(({ parentId }) => parentId)}::uuid[],
      ${messages.map(({ rootId }) => rootId)}::uuid[],
      ${messages.map(({ mentions }) => JSON.stringify(mentions))}::text[],
      ${messages.map(({ topics }) => `{${topics.join(',')}}`)}::text[],
      ${messages.map(({ at }) => at)}::timestamptz[]
    ) with ordinality as m(id, author, channel, content, parent, root, mentions, topics, at, nth)
    returning created_at)
    insert into instance_tallies (kind, day, n)
    select 'messages', utc_day(created_at), count(*) from stored group by 2
  `.execute(tx)
}

async function insertReactions(tx: Tx, spaceId: string, messages: readonly SeededMessage[]): Promise<void> {
  const given = messages.flatMap(({ id, at, reactions }) => reactions.map((one) => ({ ...one, id, at })))
  await sql`
    insert into reactions (space_id, message_id, account_id, emoji, created_at)
    select ${spaceId}, id, account, emoji, at from unnest(
      ${given.map(({ id }) => id)}::uuid[],
      ${given.map(({ accountId }) => accountId)}::uuid[],
      ${given.map(({ emoji }) => emoji)}::text[],
      ${given.map(({ at }) => at)}::timestamptz[]
    ) as r(id, account, emoji, at)
  `.execute(tx)
}

/** A reply counts for its parent and for the root of its thread, as in the SQL function that posts. */
async function countReplies(tx: Tx, spaceId: string, messages: readonly SeededMessage[]): Promise<void> {
  const replies = messages.flatMap(({ author, at, parentId, rootId }) =>
    [...new Set([parentId, rootId])]
      .filter((target) => target !== null)
      .map((target) => ({ target, accountId: author.id, at })),
  )
  await sql`
    insert into reply_counts as t (space_id, message_id, replies, last_reply_at, replier_ids)
    select ${spaceId}, target, count(*), max(at), (array_agg(account order by nth desc))[1:3]
    from unnest(
      ${replies.map(({ target }) => target)}::uuid[],
      ${replies.map(({ accountId }) => accountId)}::uuid[],
      ${replies.map(({ at }) => at)}::timestamptz[]
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
