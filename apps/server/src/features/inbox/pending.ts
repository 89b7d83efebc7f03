/** Queries for an account's unread deliveries. */
import { UNREAD_STATES } from '@flockwork/contract/policy/deliveries'
import { sql, type Expression } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { preparedQuery } from '../../platform/prepared-query.ts'
import { inDeliveryOrder } from './delivery-order.ts'

export interface PendingFilter {
  /** Only this space. */
  readonly spaceId?: string | undefined
  /** Without what this credential already received. */
  readonly notHandedTo?: string | undefined
  /** Those of these messages, even if another call of the recipient received them or they were seen meanwhile. */
  readonly messageIds?: readonly string[] | undefined
  /** Only these deliveries. */
  readonly ids?: readonly string[] | undefined
  readonly reasons?: readonly string[] | undefined
  /** With `reasons`: also replies to this message. */
  readonly orRepliesTo?: string | undefined
  /** Only deliveries about tasks of critical or high priority. */
  readonly isUrgent?: boolean | undefined
  readonly since?: Date | undefined
  readonly channel?: string | undefined
  readonly author?: string | undefined
  readonly topic?: string | undefined
  /** Text that the message contains, ignoring case. */
  readonly query?: string | undefined
  /**
   * Only rows after these numbers of their spaces' sequences; other spaces from the start. Numbers are in commit order,
   * so a caller that continues from here misses nothing.
   */
  readonly after?: ReadonlyMap<string, number> | undefined
  readonly limit: number
}

export type PendingRow = Awaited<ReturnType<ReturnType<typeof selectOldest>['execute']>>[number]

/** The recipient's spaces; it may not read deliveries in others. */
function spaceIdsOf(db: Db, recipientId: string | Expression<string>) {
  return db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.space_id')
    .where('members.account_id', '=', recipientId)
    .where('spaces.deleted_at', 'is', null)
}

// literals, to match the partial index: with parameters the plan would read every delivery of the recipient
const UNSEEN = UNREAD_STATES.map((state) => sql.lit(state))

/** Unread deliveries, within a space in the order of its sequence; the spaces' by time. */
export async function listPending(db: Db, recipientId: string, filter: PendingFilter) {
  const rows = await selectOldest(db, recipientId, filter).execute()
  return rows.length < filter.limit ? inDeliveryOrder(rows) : listFirst(db, recipientId, filter)
}

export interface PendingOf {
  readonly recipientId: string
  readonly notHandedTo?: string | undefined
  readonly limit: number
}

interface PendingQueries {
  readonly numbers: readonly number[]
  readonly recipientIds: readonly string[]
  readonly credentialIds: readonly (string | null)[]
  readonly limits: readonly number[]
}

const selectPendingOfEach = preparedQuery(
  (db, { numbers, recipientIds, credentialIds, limits }: PendingQueries) => {
    const pending = selectOldest(db, sql<string>`wanted.recipient_id`, {
      limit: sql<number>`wanted.most`,
      notHandedTo: sql<string>`coalesce(wanted.credential_id, wanted.recipient_id)`,
    })
    return sql<PendingRow & { query: number }>`
    select wanted.number as query, p.*
    from unnest(${numbers}::int[], ${recipientIds}::uuid[], ${credentialIds}::uuid[], ${limits}::int[])
      as wanted(number, recipient_id, credential_id, most)
    cross join lateral (${pending}) p
    order by wanted.number, p.created_at, p.space_id, p.seq`
  },
)

/** Unread deliveries of each of several accounts, in the order of the queries. */
export async function listPendingOfEach(db: Db, all: readonly PendingOf[]): Promise<PendingRow[][]> {
  const rows = await selectPendingOfEach(db, {
    numbers: all.map((_, number) => number),
    recipientIds: all.map(({ recipientId }) => recipientId),
    credentialIds: all.map(({ notHandedTo }) => notHandedTo ?? null),
    limits: all.map(({ limit }) => limit),
  })
  const byNumber = Map.groupBy(rows, ({ query }) => query)
  return Promise.all(
    all.map(async (wanted, number) => {
      const found = byNumber.get(number) ?? []
      return found.length < wanted.limit ? inDeliveryOrder(found) : listFirst(db, wanted.recipientId, wanted)
    }),
  )
}

type AnyFilter = Omit<PendingFilter, 'limit' | 'notHandedTo'> & {
  readonly limit: number | Expression<number>
  readonly notHandedTo?: string | Expression<string> | undefined
}

/** The earliest by time. If there are more than `limit`, these needn't be the first by number. */
function selectOldest(db: Db, recipientId: string | Expression<string>, filter: AnyFilter) {
  return selectPending(db, recipientId, filter)
    .where('deliveries.space_id', 'in', spaceIdsOf(db, recipientId))
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.space_id')
    .orderBy('deliveries.seq')
    .limit(filter.limit)
}

/**
 * A full page in the order of `inDeliveryOrder`, because its cursor continues by number and clocks differ between nodes: reads up
 * to `limit` rows of each space by index, and takes the first of all.
 */
function listFirst(db: Db, recipientId: string, filter: PendingFilter) {
  const inSpace = selectPending(db, recipientId, filter)
    .where('deliveries.space_id', '=', sql<string>`own.space_id`)
    .orderBy('deliveries.seq')
    .limit(filter.limit)
  return db
    .selectFrom(spaceIdsOf(db, recipientId).as('own'))
    .innerJoinLateral(inSpace.as('first'), (join) => join.onTrue())
    .selectAll('first')
    .select(sql<Date>`max(first.created_at) over (partition by first.space_id order by first.seq)`.as('turn'))
    .orderBy('turn')
    .orderBy('first.space_id')
    .orderBy('first.seq')
    .limit(filter.limit)
    .execute()
}

function selectPending(db: Db, recipientId: string | Expression<string>, filter: AnyFilter) {
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
      'deliveries.task_id',
      'deliveries.author_id',
      'deliveries.reason',
      'deliveries.state',
      'deliveries.handed_to',
      'deliveries.seq',
      'deliveries.created_at',
    ])
    .where('deliveries.recipient_id', '=', recipientId)
    .where('deliveries.state', 'in', filter.messageIds === undefined ? UNSEEN : [...UNREAD_STATES, 'seen'])
    .where('messages.deleted_at', 'is', null)
  if (filter.messageIds !== undefined) {
    query = query.where('deliveries.message_id', 'in', [...filter.messageIds])
  }
  if (filter.ids !== undefined) query = query.where('deliveries.id', 'in', [...filter.ids])
  if (filter.notHandedTo !== undefined) {
    query = query.where(sql<boolean>`not (${filter.notHandedTo}::uuid = any(deliveries.handed_to))`)
  }
  if (filter.spaceId !== undefined) query = query.where('deliveries.space_id', '=', filter.spaceId)
  const { reasons, orRepliesTo } = filter
  if (reasons !== undefined) {
    query = query.where((where) =>
      where.or([
        where('deliveries.reason', 'in', [...reasons]),
        ...(orRepliesTo === undefined
          ? []
          : [
              where.and([
                where('deliveries.reason', '=', 'reply'),
                where('messages.parent_id', '=', orRepliesTo),
              ]),
            ]),
      ]),
    )
  }
  if (filter.isUrgent === true) {
    query = query.where(sql<boolean>`exists (
      select from tasks
      where tasks.space_id = deliveries.space_id and tasks.id = deliveries.task_id and tasks.priority in ('critical', 'high'))`)
  }
  if (filter.since !== undefined) query = query.where('deliveries.created_at', '>', filter.since)
  if (filter.after !== undefined && filter.after.size > 0) {
    const [spaces, seqs] = [[...filter.after.keys()], [...filter.after.values()]]
    query = query.where(sql<boolean>`deliveries.seq > coalesce((
      select p.seq from unnest(${spaces}::uuid[], ${seqs}::bigint[]) as p(space_id, seq)
      where p.space_id = deliveries.space_id), 0)`)
  }
  if (filter.channel !== undefined) query = query.where('messages.channel', '=', filter.channel)
  if (filter.topic !== undefined) {
    query = query.where(sql<boolean>`messages.topics @> array[${filter.topic}]::text[]`)
  }
  if (filter.author !== undefined) {
    query = query
      .innerJoin('accounts as author', 'author.id', 'deliveries.author_id')
      .where('author.handle', '=', filter.author)
  }
  if (filter.query !== undefined) {
    const text = `%${filter.query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where('messages.content', 'ilike', text)
  }
  return query
}

export async function countPending(
  db: Db,
  recipientId: string,
  { reasons, notHandedTo }: Pick<PendingFilter, 'reasons' | 'notHandedTo'> = {},
): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient_id', '=', recipientId)
    .where('state', 'in', UNSEEN)
    .where('space_id', 'in', spaceIdsOf(db, recipientId))
    .$if(reasons !== undefined, (query) => query.where('reason', 'in', [...(reasons ?? [])]))
    .$if(notHandedTo !== undefined, (query) =>
      query.where(sql<boolean>`not (${notHandedTo}::uuid = any(handed_to))`),
    )
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Unread deliveries whose message's id begins with one of these texts, or whose own id equals one: the time-ordered ids
 * of a minute begin alike.
 */
export async function listNamed(
  db: Db,
  recipientId: string,
  names: readonly string[],
): Promise<{ id: string; named: string }[]> {
  const { rows } = await sql<{ id: string; named: string }>`
    select d.id, n.named
    from deliveries d join unnest(${[...names]}::text[]) as n(named)
      on starts_with(d.message_id::text, n.named) or d.id::text = n.named
    where d.recipient_id = ${recipientId} and d.state in ('stored', 'delivered')
  `.execute(db)
  return rows
}
