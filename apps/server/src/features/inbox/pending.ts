/** Queries for an account's unread deliveries. */
import { UNREAD_STATES } from '@flockwork/contract/policy/deliveries'
import { sql, type Expression } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { preparedQuery } from '../../platform/prepared-query.ts'

export interface PendingFilter {
  /** Only this space. */
  readonly spaceId?: string | undefined
  /** Instead of unread deliveries the seen ones of these messages: another call of the recipient took them meanwhile. */
  readonly seenMessageIds?: readonly string[] | undefined
  readonly reasons?: readonly string[] | undefined
  readonly since?: Date | undefined
  readonly channel?: string | undefined
  readonly author?: string | undefined
  readonly topic?: string | undefined
  /** Text that the message contains, ignoring case. */
  readonly query?: string | undefined
  /**
   * Only rows after these numbers of their spaces' sequences; other spaces from the beginning. Numbers are in commit order,
   * so a caller that continues from here misses nothing.
   */
  readonly after?: ReadonlyMap<string, number> | undefined
  readonly limit: number
}

export type PendingRow = Awaited<ReturnType<typeof listPending>>[number]

/** The spaces that the recipient is in; it may read no deliveries of others. */
function spaceIdsOf(db: Db, recipientId: string | Expression<string>) {
  return db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.space_id')
    .where('members.account_id', '=', recipientId)
    .where('spaces.deleted_at', 'is', null)
}

// literals, as in the partial index: with parameters the plan reads every delivery of the recipient
const UNSEEN = UNREAD_STATES.map((state) => sql.lit(state))

/** Unread deliveries, oldest first; within a space in the order of its sequence. */
export function listPending(db: Db, recipientId: string, filter: PendingFilter) {
  return selectPending(db, recipientId, filter).execute()
}

export interface PendingOf {
  readonly recipientId: string
  readonly limit: number
}

interface PendingQueries {
  readonly numbers: readonly number[]
  readonly recipientIds: readonly string[]
  readonly limits: readonly number[]
}

const selectPendingOfEach = preparedQuery((db, { numbers, recipientIds, limits }: PendingQueries) => {
  const pending = selectPending(db, sql<string>`wanted.recipient_id`, { limit: sql<number>`wanted.most` })
  return sql<PendingRow & { query: number }>`
    select wanted.number as query, p.*
    from unnest(${numbers}::int[], ${recipientIds}::uuid[], ${limits}::int[]) as wanted(number, recipient_id, most)
    cross join lateral (${pending}) p
    order by wanted.number, p.created_at, p.space_id, p.seq`
})

/** Unread deliveries of each of several accounts, in the order of the queries. */
export async function listPendingOfEach(db: Db, all: readonly PendingOf[]): Promise<PendingRow[][]> {
  const rows = await selectPendingOfEach(db, {
    numbers: all.map((_, number) => number),
    recipientIds: all.map(({ recipientId }) => recipientId),
    limits: all.map(({ limit }) => limit),
  })
  const byNumber = Map.groupBy(rows, ({ query }) => query)
  return all.map((_, number) => byNumber.get(number) ?? [])
}

function selectPending(
  db: Db,
  recipientId: string | Expression<string>,
  filter: Omit<PendingFilter, 'limit'> & { readonly limit: number | Expression<number> },
) {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.space_id', '=', 'deliveries.space_id')
        .onRef('messages.id', '=', 'deliveries.message_id'),
    )
    .select([
      'deliveries.id',
      'deliveries.space_id',
      'deliveries.message_id',
      'deliveries.reason',
      'deliveries.state',
      'deliveries.seq',
      'deliveries.created_at',
    ])
    .where('deliveries.recipient_id', '=', recipientId)
    .where('deliveries.state', 'in', filter.seenMessageIds === undefined ? UNSEEN : ['seen'])
    .where('deliveries.space_id', 'in', spaceIdsOf(db, recipientId))
    .where('messages.deleted_at', 'is', null)
  if (filter.seenMessageIds !== undefined) {
    query = query.where('deliveries.message_id', 'in', [...filter.seenMessageIds])
  }
  if (filter.spaceId !== undefined) query = query.where('deliveries.space_id', '=', filter.spaceId)
  if (filter.reasons !== undefined) query = query.where('deliveries.reason', 'in', [...filter.reasons])
  if (filter.since !== undefined) query = query.where('deliveries.created_at', '>', filter.since)
  if (filter.after !== undefined && filter.after.size > 0) {
    const [spaces, seqs] = [[...filter.after.keys()], [...filter.after.values()]]
    query = query.where(sql<boolean>`not exists (
      select from unnest(${spaces}::uuid[], ${seqs}::bigint[]) as p(space_id, seq)
      where p.space_id = deliveries.space_id and deliveries.seq <= p.seq)`)
  }
  if (filter.channel !== undefined) query = query.where('messages.channel', '=', filter.channel)
  if (filter.topic !== undefined) {
    query = query.where(sql<boolean>`messages.topics @> array[${filter.topic}]::text[]`)
  }
  if (filter.author !== undefined) {
    query = query
      .innerJoin('accounts as author', 'author.id', 'messages.author_id')
      .where('author.handle', '=', filter.author)
  }
  if (filter.query !== undefined) {
    const text = `%${filter.query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where('messages.content', 'ilike', text)
  }
  // the same order as by number within a space, since its times never decrease
  return query
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.space_id')
    .orderBy('deliveries.seq')
    .limit(filter.limit)
}

export async function countPending(
  db: Db,
  recipientId: string,
  reasons: readonly string[] | undefined,
): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_id', '=', recipientId)
    .where('state', 'in', UNSEEN)
    .where('space_id', 'in', spaceIdsOf(db, recipientId))
    .$if(reasons !== undefined, (query) => query.where('reason', 'in', [...(reasons ?? [])]))
    .executeTakeFirstOrThrow()
  return count
}
