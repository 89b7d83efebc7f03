import type { Message } from '@flockwork/contract/messages'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Recipient } from '../addressing/recipients.ts'
import type { Ended } from '../chains/present-hold.ts'
import type { DeliveryRow } from '../repository.ts'

/** Locks the message until the commit, which serialises changes of it. */
export async function lockMessage(tx: Tx, spaceId: string, id: string): Promise<void> {
  await tx
    .selectFrom('messages')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
}

export async function isSpaceAdmin(db: Db, spaceId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('space_id', '=', spaceId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.role === 'admin'
}

export interface Replacement {
  readonly spaceId: string
  readonly id: string
  /** The replaced text. */
  readonly before: string
  readonly by: string
  readonly at: Date
}

/** Adds the text that is about to be replaced to the message's versions. */
export async function insertVersion(tx: Tx, { spaceId, id, before, by, at }: Replacement): Promise<void> {
  await sql`
    insert into message_versions (space_id, message_id, version, content, replaced_by, replaced_at)
    select ${spaceId}, ${id}, count(*), ${before}, ${by}, ${at}
    from message_versions where space_id = ${spaceId} and message_id = ${id}
  `.execute(tx)
}

export function listVersions(db: Db, spaceId: string, id: string) {
  return db
    .selectFrom('message_versions')
    .innerJoin('accounts', 'accounts.id', 'message_versions.replaced_by')
    .select(['message_versions.content', 'message_versions.replaced_at', 'accounts.handle'])
    .where('space_id', '=', spaceId)
    .where('message_id', '=', id)
    .orderBy('version')
    .execute()
}

export interface NewText {
  readonly content: string
  readonly mentions: readonly object[]
  readonly mentionsUnknown: readonly object[]
  readonly topics: readonly string[]
}

export async function saveText(
  tx: Tx,
  { spaceId, id, by, at }: Pick<Replacement, 'spaceId' | 'id' | 'by' | 'at'>,
  text: NewText,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set((eb) => ({
      content: text.content,
      mentions: JSON.stringify(text.mentions),
      mentions_unknown: JSON.stringify(text.mentionsUnknown),
      topics: [...text.topics],
      edited_at: at,
      edited_by: by,
      edit_count: eb('edit_count', '+', 1),
    }))
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute()
}

export async function saveDeleted(
  tx: Tx,
  { spaceId, id, at }: Pick<Replacement, 'spaceId' | 'id' | 'at'>,
  placeholder: string,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      content: placeholder,
      mentions: '[]',
      mentions_unknown: '[]',
      topics: [],
      waiting_since: null,
      deleted_at: sql<Date>`coalesce(deleted_at, ${at})`,
    })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes every other copy of a message's text: its versions, and stored answers to repeated calls. */
export async function purgeTexts(tx: Tx, spaceId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('message_versions')
    .where('space_id', '=', spaceId)
    .where('message_id', '=', id)
    .execute()
  await sql`update idempotency set answer = null where answer like ${`%${id}%`}`.execute(tx)
}

/** The message's deliveries, for any reason. */
export function listDeliveries(tx: Tx, spaceId: string, id: string) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'recipient_id', 'reason', 'state', 'why', 'at'])
    .where('space_id', '=', spaceId)
    .where('message_id', '=', id)
    .execute()
}

/** Turns held deliveries of a reply into deliveries of a mention. */
export async function saveAsMentions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('deliveries').set({ reason: 'mention' }).where('id', 'in', ids).execute()
}

export async function deleteDeliveries(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('deliveries').where('id', 'in', ids).execute()
}

export async function insertDeliveries(
  tx: Tx,
  message: {
    spaceId: string
    id: string
    authorId: string
    rootId: string
    seq: number
    at: Date
    taskId?: string
    /** The cause of an assignment or of a held delivery. */
    cause?: { readonly causeId: string | null; readonly chainId: string; readonly hops: number } | undefined
  },
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0) return
  await tx
    .insertInto('deliveries')
    .values(
      recipients.map((recipient) => ({
        id: recipient.deliveryId,
        space_id: message.spaceId,
        message_id: message.id,
        task_id: message.taskId ?? null,
        author_id: message.authorId,
        recipient_id: recipient.mention.id,
        root_id: message.rootId,
        reason: recipient.reason,
        state: recipient.state,
        why: recipient.why,
        seq: message.seq,
        at: message.at,
        created_at: message.at,
        cause_id: message.cause?.causeId ?? null,
        chain_id: message.cause?.chainId ?? null,
        hops: message.cause?.hops ?? null,
      })),
    )
    .execute()
}

/** Makes the message's unread deliveries undeliverable; returns those that changed. */
export async function cancelDeliveries(
  tx: Tx,
  spaceId: string,
  id: string,
  { why, at }: { why: string; at: Date },
): Promise<(DeliveryRow & Ended & { author_id: string })[]> {
  const { rows } = await sql<DeliveryRow & Ended & { author_id: string }>`
    update deliveries d set state = 'undeliverable', why = ${why}, at = ${at}
    from accounts a, (
      select id, state as was from deliveries
      where space_id = ${spaceId} and message_id = ${id} and state in ('stored', 'delivered', 'held')
      for update
    ) found
    where a.id = d.recipient_id and d.id = found.id
    returning found.was, d.space_id, d.chain_id, d.seq, d.id, d.message_id, d.task_id, d.author_id, d.recipient_id, a.kind as recipient_kind,
      a.handle as recipient_handle, d.reason, d.state, d.why, d.at
  `.execute(tx)
  return rows
}

/** False if the author wasn't waiting. */
export async function clearWait(tx: Tx, spaceId: string, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('messages')
    .set({ waiting_since: null })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('waiting_since', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The number of the message's last change, for pages with `since`. */
export async function setChangedSeq(tx: Tx, spaceId: string, id: string, seq: number): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ changed_seq: seq })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute()
}

/** The same for the replies to a message, which quote it. */
export async function setChangedSeqOfReplies(
  tx: Tx,
  { id, space_id: spaceId, thread_root_id: rootId }: Pick<Message, 'id' | 'space_id' | 'thread_root_id'>,
  seq: number,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ changed_seq: seq })
    .where('space_id', '=', spaceId)
    .where('thread_root_id', '=', rootId ?? id)
    .where('parent_id', '=', id)
    .execute()
}

interface StoredPayload {
  readonly seq: number
  readonly payload: string
}

/** The stored events about a message, and about the replies to it. */
export async function listEventsAbout(
  tx: Tx,
  {
    id,
    seq,
    space_id: spaceId,
    thread_root_id: rootId,
  }: Pick<Message, 'id' | 'seq' | 'space_id' | 'thread_root_id'>,
): Promise<StoredPayload[]> {
  const { rows } = await sql<StoredPayload>`
    with about as materialized (
      select ${id}::uuid as id, ${seq}::bigint as seq
      union all
      select id, seq from messages
      where space_id = ${spaceId} and thread_root_id = ${rootId ?? id} and parent_id = ${id}
    )
    select e.seq, e.payload from about join events e on e.space_id = ${spaceId} and e.seq = about.seq
    where e.name = 'message' and e.message_id = about.id and not ${isAfterThePost}
    union all
    select e.seq, e.payload from about join events e on e.space_id = ${spaceId} and e.message_id = about.id
    where e.name in ('message', 'mention') and ${isAfterThePost}
  `.execute(tx)
  return rows
}

/** As in the index `events_about_message`. */
const isAfterThePost = sql`(e.audience is not null or e.payload not like '{"action":"created"%')`

export async function savePayloads(
  tx: Tx,
  spaceId: string,
  changed: readonly StoredPayload[],
): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update events e set payload = c.payload
    from unnest(${changed.map(({ seq }) => seq)}::bigint[], ${changed.map(({ payload }) => payload)}::text[])
      as c(seq, payload)
    where e.space_id = ${spaceId} and e.seq = c.seq
  `.execute(tx)
}
