import { sql } from 'kysely'
import type { TopicCount } from '@flockwork/contract/search'
import { SEARCH_RESULTS_MAX, TRENDING_MAX, TRENDING_MESSAGES } from '@flockwork/contract/limits'
import type { Db } from '../../platform/database.ts'
import { preparedQuery } from '../../platform/prepared-query.ts'
import type { Pieces } from './lexemes.ts'

export interface Found {
  readonly total: number
  readonly topics: TopicCount[]
  /** Best first. */
  readonly page: { id: string; rank: number }[]
}

interface MessageSearch {
  readonly spaceNumber: number
  readonly wanted: Pieces
  readonly ranked: Pieces
  /** The range of the space's sequence, both ends included. */
  readonly from: number
  readonly to: number
  readonly limit: number
  readonly offset: number
}

const selectFound = preparedQuery(
  (_, search: MessageSearch) => sql<Found>`
    with found as materialized (
      select * from search_words(${search.spaceNumber}::int, ${search.wanted}::text[], ${search.ranked}::text[],
        ${search.from}::bigint, ${search.to}::bigint, ${SEARCH_RESULTS_MAX}::int)
    ), page as (
      select message_id, rank, seq from found order by rank desc, seq desc
      limit ${search.limit}::int offset ${search.offset}::int
    ), counted as (
      select topic, count(*)::int as count from found, unnest(topics) as topic
      group by topic order by count desc, topic limit ${TRENDING_MAX}::int
    )
    select (select least(count(*), ${SEARCH_RESULTS_MAX})::int from found) as total,
      (select coalesce(json_agg(c), '[]') from counted c) as topics,
      (select coalesce(json_agg(json_build_object('id', message_id, 'rank', rank) order by rank desc, seq desc), '[]')
        from page) as page
  `,
)

/** Ranks the newest matches, at most SEARCH_RESULTS_MAX; returns a page, their number, and their topics. */
export async function findMessages(db: Db, search: MessageSearch): Promise<Found> {
  const [found] = await selectFound(db, search)
  return found ?? { total: 0, topics: [], page: [] }
}

/**
 * The numbers of the first message at or after `from` and of the last at or before `to`. Times in a space never
 * decrease.
 */
export async function findNumbers(
  db: Db,
  spaceId: string,
  { from, to }: { from: number | null; to: number | null },
): Promise<{ first: number | null; last: number | null }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select
      (select min(seq) from messages where space_id = ${spaceId} and created_at = (
        select created_at from messages where space_id = ${spaceId} and created_at >= ${atOrNull(from)}::timestamptz
        order by created_at limit 1)) as first,
      (select max(seq) from messages where space_id = ${spaceId} and created_at = (
        select created_at from messages where space_id = ${spaceId} and created_at <= ${atOrNull(to)}::timestamptz
        order by created_at desc limit 1)) as last
  `.execute(db)
  return rows[0] ?? { first: null, last: null }
}

function atOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

/** The topics that at least two of the newest messages since `from` have, most frequent first. */
export async function countTopics(db: Db, spaceId: string, from: number): Promise<TopicCount[]> {
  const { rows } = await sql<TopicCount>`
    select topic, count(*)::int as count
    from (
      select topics, is_task, deleted_at from messages
      where space_id = ${spaceId} and seq >= ${from}::bigint
      order by seq desc limit ${TRENDING_MESSAGES}::int
    ) newest, unnest(topics) as topic
    where not is_task and deleted_at is null
    group by topic having count(*) > 1
    order by count desc, topic
  `.execute(db)
  return rows
}
