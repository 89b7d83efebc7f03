/** What is addressed to an account and not yet seen, asked in SQL. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

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
function spacesOf(db: Db, recipientId: string) {
  return db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.space_id')
    .where('members.account_id', '=', recipientId)
    .where('spaces.deleted_at', 'is', null)
}

/** What is addressed to an account and not seen, oldest first; within a space in the order of its numbers. */
export function listPending(db: Db, recipientId: string, filter: PendingFilter) {
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
    .where('deliveries.state', 'in', filter.seenMessageIds === undefined ? ['stored', 'delivered'] : ['seen'])
    .where('deliveries.space_id', 'in', spacesOf(db, recipientId))
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
    .execute()
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
    .where('state', 'in', ['stored', 'delivered'])
    .where('space_id', 'in', spacesOf(db, recipientId))
    .$if(reasons !== undefined, (query) => query.where('reason', 'in', [...(reasons ?? [])]))
    .executeTakeFirstOrThrow()
  return count
}
