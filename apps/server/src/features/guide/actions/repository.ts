import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/** An existing message and its author. */
export function findRequest(db: Db, spaceId: string, messageId: string) {
  return db
    .selectFrom('messages')
    .innerJoin('accounts', 'accounts.id', 'messages.author_id')
    .select(['messages.id', 'messages.content', 'messages.created_at', 'messages.author_id', 'messages.hops'])
    .select(({ fn }) => fn.coalesce('messages.thread_root_id', 'messages.id').as('thread_id'))
    .select([
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.kind',
      'accounts.status',
    ])
    .where('messages.space_id', '=', spaceId)
    .where('messages.id', '=', messageId)
    .where('messages.deleted_at', 'is', null)
    .executeTakeFirst()
}

export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>

interface NewOffer {
  readonly requestId: string
  readonly spaceId: string
  readonly threadId: string
  readonly askerId: string
  readonly requestHash: Buffer
  readonly at: Date
  /** Older offers are deleted. */
  readonly keptSince: Date
}

/** Idempotent. */
export async function insertOffer(db: Db, offer: NewOffer): Promise<void> {
  await db.deleteFrom('guide_offers').where('offered_at', '<', offer.keptSince).execute()
  await db
    .insertInto('guide_offers')
    .values({
      request_id: offer.requestId,
      space_id: offer.spaceId,
      thread_id: offer.threadId,
      asker_id: offer.askerId,
      request_hash: offer.requestHash,
      offered_at: offer.at,
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .execute()
}

interface Answer {
  readonly spaceId: string
  readonly threadId: string
  readonly askerId: string
  readonly answerId: string
  /** Older offers have expired. */
  readonly since: Date
}

/**
 * Takes the asker's newest open offer in the thread, or returns the one already taken by this answer. Of two concurrent
 * answers one gets it.
 */
export async function takeOffer(
  db: Db,
  { spaceId, threadId, askerId, answerId, since }: Answer,
): Promise<{ requestId: string; requestHash: Buffer } | undefined> {
  const { rows } = await sql<{ request_id: string; request_hash: Buffer }>`
    update guide_offers set answered_by = ${answerId}
    where request_id = (
      select request_id from guide_offers
      where space_id = ${spaceId} and thread_id = ${threadId} and asker_id = ${askerId}
        and (answered_by = ${answerId} or (answered_by is null and offered_at >= ${since}))
      order by answered_by is null, offered_at desc
      limit 1
      for update
    ) and (answered_by is null or answered_by = ${answerId})
    returning request_id, request_hash
  `.execute(db)
  const [row] = rows
  return row && { requestId: row.request_id, requestHash: row.request_hash }
}

/** Whether the person has an expired offer there. */
export async function hasOpenOffer(
  db: Db,
  { spaceId, threadId, askerId }: Omit<Answer, 'answerId' | 'since'>,
) {
  const row = await db
    .selectFrom('guide_offers')
    .select('request_id')
    .where('space_id', '=', spaceId)
    .where('thread_id', '=', threadId)
    .where('asker_id', '=', askerId)
    .where('answered_by', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Serialises the confirmations of one person. */
export async function lockAsker(tx: Tx, askerId: string): Promise<void> {
  await tx.selectFrom('people').select('account_id').where('account_id', '=', askerId).forUpdate().execute()
}

export async function hasReminder(tx: Tx, requestId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('guide_reminders')
    .select('request_id')
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertReminder(
  tx: Tx,
  reminder: { requestId: string; spaceId: string; askerId: string; dueAt: Date },
): Promise<void> {
  await tx
    .insertInto('guide_reminders')
    .values({
      request_id: reminder.requestId,
      space_id: reminder.spaceId,
      asker_id: reminder.askerId,
      due_at: reminder.dueAt,
    })
    .execute()
}

export async function countReminders(db: Db, askerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('guide_reminders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('asker_id', '=', askerId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Of the rows of a reminder, its space and its asker: it waits for a space or a person that may come back. */
const IS_WAITING = sql<boolean>`(spaces.deleted_at is not null or accounts.status = 'disabled')`

/** One snapshot: a space that is deleted loses its members, too, but keeps its reminders. */
export function findOpenReminder(db: Db, requestId: string) {
  return db
    .selectFrom('guide_reminders')
    .innerJoin('spaces', 'spaces.id', 'guide_reminders.space_id')
    .innerJoin('accounts', 'accounts.id', 'guide_reminders.asker_id')
    .select('guide_reminders.space_id')
    .select(IS_WAITING.as('is_waiting'))
    .select(
      sql<boolean>`exists (
        select from members m
        where m.space_id = guide_reminders.space_id and m.account_id = guide_reminders.asker_id)`.as(
        'is_for_member',
      ),
    )
    .where('request_id', '=', requestId)
    .where('done_at', 'is', null)
    .executeTakeFirst()
}

/** The due reminders that wait for nothing, by their id, while the guide isn't paused. */
export async function listDueReminders(
  db: Db,
  {
    now,
    after,
    limit,
  }: {
    readonly now: Date
    readonly after: { readonly requestId: string } | undefined
    readonly limit: number
  },
): Promise<{ requestId: string }[]> {
  return db
    .selectFrom('guide_reminders')
    .innerJoin('spaces', 'spaces.id', 'guide_reminders.space_id')
    .innerJoin('accounts', 'accounts.id', 'guide_reminders.asker_id')
    .select('request_id as requestId')
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .where(sql<boolean>`not ${IS_WAITING}`)
    .where(
      sql<boolean>`exists (
        select from accounts guide join agents on agents.account_id = guide.id
        where guide.handle = ${GUIDE_HANDLE} and guide.status = 'active' and agents.disabled_by = '{}')`,
    )
    .$if(after !== undefined, (query) => query.where('request_id', '>', after?.requestId ?? ''))
    .orderBy('request_id')
    .limit(limit)
    .execute()
}

export async function endReminder(db: Db, requestId: string, at: Date): Promise<void> {
  await db.updateTable('guide_reminders').set({ done_at: at }).where('request_id', '=', requestId).execute()
}
