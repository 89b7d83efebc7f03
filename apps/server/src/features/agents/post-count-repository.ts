import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** So many messages are counted again at each look before what is known of their number is kept. */
const KEEP_FROM = 500

export interface PostsOf {
  readonly spaceId: string
  readonly accountId: string
}

interface Counted {
  readonly space_id: string
  readonly account_id: string
  readonly posts: number
  /** What came after what is kept, and the number of the last of it. */
  readonly fresh: number
  readonly fresh_to: number
}

/**
 * How many messages each of these posted there; task announcements don't count (decisions 12.10). Messages become
 * visible in the order of their numbers and stay: only those after the ones counted before are read.
 */
export async function countPosts(db: Db, wanted: readonly PostsOf[]): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Counted>`
    select w.space_id, w.account_id, f.fresh, f.fresh_to, coalesce(c.counted, 0) + f.fresh as posts
    from unnest(
      ${wanted.map(({ spaceId }) => spaceId)}::uuid[],
      ${wanted.map(({ accountId }) => accountId)}::uuid[]
    ) as w(space_id, account_id)
    left join post_counts c on c.space_id = w.space_id and c.account_id = w.account_id
    cross join lateral (
      select count(*) filter (where not m.is_task) as fresh, coalesce(max(m.seq), c.counted_to, 0) as fresh_to
      from messages m
      where m.space_id = w.space_id and m.author_id = w.account_id and m.seq > coalesce(c.counted_to, 0)
    ) f
  `.execute(db)
  await keep(
    db,
    rows.filter(({ fresh }) => fresh >= KEEP_FROM),
  )
  return new Map(rows.map(({ account_id, posts }) => [account_id, posts]))
}

async function keep(db: Db, rows: readonly Counted[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('post_counts')
    .values(
      rows.map(({ space_id, account_id, posts, fresh_to }) => ({
        space_id,
        account_id,
        counted: posts,
        counted_to: fresh_to,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'account_id'])
        .doUpdateSet(({ ref }) => ({
          counted: ref('excluded.counted'),
          counted_to: ref('excluded.counted_to'),
        }))
        // of two who counted at once the one who saw more keeps it
        .whereRef('post_counts.counted_to', '<', 'excluded.counted_to'),
    )
    .execute()
}
