import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

/** So many messages are counted again at each look before what is known of their number is kept. */
const KEEP_FROM = 500
/** So many are read of each in one statement: short enough that nobody waits for it. */
const PORTION = 20_000

export interface PostsOf {
  readonly spaceId: string
  readonly accountId: string
}

interface Counted {
  readonly space_id: string
  readonly account_id: string
  /** Up to the number `counted_to`. */
  readonly posts: number
  readonly counted_to: number
  /** How many were read of those that came after what is kept. */
  readonly fresh: number
}

/**
 * How many messages each of these accounts posted, in all the places named with it; task announcements don't count.
 * Messages become visible in the order of their numbers and stay: only those after the ones counted before are read.
 */
export async function countPosts(db: Db, wanted: readonly PostsOf[]): Promise<Map<string, number>> {
  const posts = new Map<string, number>()
  for (const row of await count(db, wanted, KEEP_FROM)) {
    // one after the other, and kept as far as it is known: what was long not looked at is counted once
    const there = row.fresh >= KEEP_FROM ? await countToTheEnd(db, row) : row.posts
    posts.set(row.account_id, (posts.get(row.account_id) ?? 0) + there)
  }
  return posts
}

async function countToTheEnd(
  db: Db,
  { space_id: spaceId, account_id: accountId, posts }: Counted,
): Promise<number> {
  let counted = posts
  for (let isLeft = true; isLeft;) {
    const [row] = await count(db, [{ spaceId, accountId }], PORTION)
    if (row === undefined) break
    await keep(db, row)
    counted = row.posts
    isLeft = row.fresh === PORTION
  }
  return counted
}

async function count(db: Db, wanted: readonly PostsOf[], portion: number): Promise<Counted[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<Counted>`
    select w.space_id, w.account_id, f.fresh, coalesce(f.last, c.counted_to, 0) as counted_to,
      coalesce(c.counted, 0) + f.posts as posts
    from unnest(
      ${wanted.map(({ spaceId }) => spaceId)}::uuid[],
      ${wanted.map(({ accountId }) => accountId)}::uuid[]
    ) as w(space_id, account_id)
    left join post_counts c on c.space_id = w.space_id and c.account_id = w.account_id
    cross join lateral (
      select count(*) as fresh, count(*) filter (where not n.is_task) as posts, max(n.seq) as last
      from (
        select m.is_task, m.seq from messages m
        where m.space_id = w.space_id and m.author_id = w.account_id and m.seq > coalesce(c.counted_to, 0)
        order by m.seq
        limit ${portion}
      ) n
    ) f
  `.execute(db)
  return rows
}

async function keep(db: Db, { space_id, account_id, posts, counted_to }: Counted): Promise<void> {
  await db
    .insertInto('post_counts')
    .values({ space_id, account_id, counted: posts, counted_to })
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'account_id'])
        .doUpdateSet({ counted: posts, counted_to })
        // of two who counted at once the one who saw more keeps it
        .where('post_counts.counted_to', '<', counted_to),
    )
    .execute()
}
