/** What is addressed to an account and not yet seen, asked in SQL. */
import { UNREAD_STATES } from '@flockwork/contract/policy/deliveries'
import { sql, type Expression } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { preparedQuery } from '../../platform/prepared-query.ts'

export interface PendingFilter {
  /** Only this space. */
  readonly spaceId?: string | undefined
  /** Only these messages, and of them what was seen: another call of the recipient took it meanwhile. */
  readonly seenMessageIds?: readonly string[] | undefined
  readonly reasons?: readonly string[] | undefined
  readonly since?: Date | undefined
  readonly channel?: string | undefined
  readonly author?: string | undefined
  readonly topic?: string | undefined
  /** Text that the message must contain, in any letters' case. */
  readonly query?: string | undefined
  /**
   * Only rows after these numbers of their spaces' sequences; a space that isn't named is read from its
   * beginning. Numbers are in the order of commits, so a caller that goes on from here misses nothing.
   */
  readonly after?: ReadonlyMap<string, number> | undefined
  readonly limit: number
}

export type PendingRow = Awaited<ReturnType<typeof listPending>>[number]

/** The spaces that the recipient is in: what was addressed to it elsewhere is no longer its to read. */
function spaceIdsOf(db: Db, recipientId: string | Expression<string>) {
  return db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.space_id')
    .where('members.account_id', '=', recipientId)
    .where('spaces.deleted_at', 'is', null)
}

// said as their index says it: a plan for any states would read every delivery of the recipient
const UNSEEN = UNREAD_STATES.map((state) => sql.lit(state))

/** What is addressed to an account and not seen, oldest first; within a space in the order of its numbers. */
export function listPending(db: Db, recipientId: string, filter: PendingFilter) {
  return selectPending(db, recipientId, filter).execute()
}

export interface PendingOf {
  readonly recipientId: string
  readonly limit: number
}

interface AskedPending {
  readonly numbers: readonly number[]
  readonly recipientIds: readonly string[]
  readonly limits: readonly number[]
}

const selectPendingOfEach = preparedQuery((db, { numbers, recipientIds, limits }: AskedPending) => {
  const pending = selectPending(db, sql<string>`asked.recipient_id`, { limit: sql<number>`asked.most` })
  return sql<PendingRow & { asked: number }>`
    select asked.number as asked, p.*
    from unnest(${numbers}::int[], ${recipientIds}::uuid[], ${limits}::int[]) as asked(number, recipient_id, most)
    cross join lateral (${pending}) p
    order by asked.number, p.created_at, p.space_id, p.seq`
})

/** All that is addressed to each of several accounts and not seen, in the order of the questions. */
export async function listPendingOfEach(db: Db, all: readonly PendingOf[]): Promise<PendingRow[][]> {
  const rows = await selectPendingOfEach(db, {
    numbers: all.map((_, number) => number),
    recipientIds: all.map(({ recipientId }) => recipientId),
    limits: all.map(({ limit }) => limit),
  })
  const byNumber = Map.groupBy(rows, ({ asked }) => asked)
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
  // a space's time never falls as its numbers rise
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
