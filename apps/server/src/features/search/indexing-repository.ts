import { sql } from 'kysely'
import type { Mention } from '@flockwork/contract/messages'
import type { Db, Tx } from '../../platform/database.ts'
import { preparedQuery } from '../../platform/prepared-query.ts'
import { vectorOf } from './lexemes.ts'

/** How far a space is indexed (search_positions). */
export type Position = NonNullable<Awaited<ReturnType<typeof lockPosition>>>

/** What a search needs to know about the index of a space with messages. */
export interface IndexState {
  readonly head: number
  /** `null` before anything was indexed. */
  readonly spaceNumber: number | null
  readonly isBehind: boolean
  readonly authors: readonly Author[]
}

/** An account that ever posted in the space, with its current names. */
export interface Author {
  readonly id: string
  readonly handle: string
  readonly displayName: string
}

const selectState = preparedQuery(
  (_, { spaceId }: { spaceId: string }) => sql<IndexState>`
    select h.seq as head, p.space_number as "spaceNumber", p.seq is null or p.seq < h.seq or p.changed_seq < h.seq as "isBehind",
      (select coalesce(json_agg(json_build_object('id', a.id, 'handle', a.handle, 'displayName', a.display_name)), '[]')
        from search_authors w join accounts a on a.id = w.account_id where w.space_id = h.space_id) as authors
    from space_sequences h join spaces s on s.id = h.space_id
    left join search_positions p on p.space_id = h.space_id
    where h.space_id = ${spaceId} and h.seq > 0 and s.deleted_at is null
  `,
)

/** `undefined` for a space that is deleted or has no messages. One statement, because every search starts with it. */
export async function findIndexState(db: Db, spaceId: string): Promise<IndexState | undefined> {
  const [state] = await selectState(db, { spaceId })
  return state
}

/** The head of a space; `undefined` for a deleted one. */
export async function findHead(db: Db, spaceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('space_sequences')
    .innerJoin('spaces', 'spaces.id', 'space_sequences.space_id')
    .select('space_sequences.seq')
    .where('space_sequences.space_id', '=', spaceId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.seq
}

/** Creates the space's position, with no changes to catch up on: messages are indexed in their current form. */
export async function insertPosition(tx: Tx, spaceId: string, head: number): Promise<void> {
  await tx
    .insertInto('search_positions')
    .values({ space_id: spaceId, changed_seq: head, changed_message_seq: head })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** `undefined` if there is none, or, without waiting, if another node has locked it. */
export function lockPosition(tx: Tx, spaceId: string, waits: boolean) {
  const query = tx.selectFrom('search_positions').selectAll().where('space_id', '=', spaceId).forUpdate()
  return (waits ? query : query.skipLocked()).executeTakeFirst()
}

export async function savePosition(tx: Tx, position: Position): Promise<void> {
  const { seq, gap_after, gap_up_to, changed_seq, changed_message_seq } = position
  await tx
    .updateTable('search_positions')
    .set({ seq, gap_after, gap_up_to, changed_seq, changed_message_seq })
    .where('space_id', '=', position.space_id)
    .execute()
}

export type RowToIndex = Awaited<ReturnType<typeof listRange>>[number]

function selectMessages(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('messages')
    .select(['seq', 'changed_seq', 'id', 'author_id', 'channel', 'content', 'topics', 'mentions', 'is_task'])
    .select(({ eb }) => eb('deleted_at', 'is not', null).$castTo<boolean>().as('is_deleted'))
    .where('space_id', '=', spaceId)
}

/** Messages in a range of the sequence. */
export function listRange(
  tx: Tx,
  spaceId: string,
  range: { after: number; upTo: number; order: 'asc' | 'desc'; limit: number },
) {
  return selectMessages(tx, spaceId)
    .where('seq', '>', range.after)
    .where('seq', '<=', range.upTo)
    .orderBy('seq', range.order)
    .limit(range.limit)
    .execute()
}

/** Messages changed after `after`, or in that change and after `message`, in the order of changes. */
export function listChanged(
  tx: Tx,
  spaceId: string,
  range: { after: number; message: number; upTo: number; limit: number },
) {
  return (
    selectMessages(tx, spaceId)
      // implied by the next condition; needed for the index
      .where('changed_seq', '>=', range.after)
      .where(sql<boolean>`(changed_seq, seq) > (${range.after}, ${range.message})`)
      .where('changed_seq', '<=', range.upTo)
      .orderBy('changed_seq')
      .orderBy('seq')
      .limit(range.limit)
      .execute()
  )
}

/** Writes the words of messages in their current form; those of deleted ones are removed. */
export async function saveWords(
  tx: Tx,
  { space_id: spaceId, space_number: spaceNumber }: Position,
  rows: readonly RowToIndex[],
): Promise<void> {
  const deleted = rows.filter((row) => row.is_deleted).map(({ seq }) => seq)
  if (deleted.length > 0) {
    await sql`delete from message_words where space_id = ${spaceId} and seq = any(${deleted}::bigint[])`.execute(
      tx,
    )
  }
  const present = rows.filter((row) => !row.is_deleted)
  if (present.length === 0) return
  await sql`
    insert into message_words as t (space_id, seq, message_id, words, topics)
    select ${spaceId}, m.seq, m.id, m.words::tsvector, m.topics::text[] from unnest(
      ${present.map(({ seq }) => seq)}::bigint[],
      ${present.map(({ id }) => id)}::uuid[],
      ${present.map((row) => vectorOf(spaceNumber, { ...row, mentionIds: mentionIdsOf(row) }))}::text[],
      -- the topics of a task's message don't count
      ${present.map((row) => `{${row.is_task ? '' : row.topics.map((topic) => JSON.stringify(topic)).join(',')}}`)}::text[]
    ) as m(seq, id, words, topics)
    on conflict (space_id, seq) do update set words = excluded.words, topics = excluded.topics
    where t.words <> excluded.words or t.topics <> excluded.topics
  `.execute(tx)
  await sql`
    insert into search_authors (space_id, account_id)
    select ${spaceId}, unnest(${[...new Set(present.map((row) => row.author_id))]}::uuid[])
    on conflict do nothing
  `.execute(tx)
}

/** The column is stored in the contract's shape. */
function mentionIdsOf({ mentions }: RowToIndex): string[] {
  return (mentions as unknown as Mention[]).map(({ id }) => id)
}

/** Spaces whose index is behind. */
export async function listBehind(db: Db): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select h.space_id from space_sequences h join spaces s on s.id = h.space_id
    left join search_positions p on p.space_id = h.space_id
    where s.deleted_at is null and h.messages > 0
      and (p.space_id is null or p.seq < h.seq or p.changed_seq < h.seq or p.gap_after < p.gap_up_to)
  `.execute(db)
  return rows.map(({ space_id }) => space_id)
}

/** Merges the index's pending list, which every search reads through. */
export async function mergePending(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list('message_words_words'::regclass)`.execute(db)
}
