/**
 * How many messages accounts posted. Messages of a space become visible in the order of their `seq` and are never
 * removed, so a count is saved with the `seq` that it covers (`post_counts`), and only later messages are read.
 */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

/** The count is saved from this many uncounted messages on; fewer are counted at each read. */
const SAVE_FROM = 500
/** Messages counted in one statement: few enough to be fast. */
const BATCH = 20_000

export interface PostsOf {
  readonly spaceId: string
  readonly accountId: string
}

interface Count {
  readonly space_id: string
  readonly account_id: string
  /** Messages up to the seq `counted_to_seq`. */
  readonly posts: number
  readonly counted_to_seq: number
  /** How many of them are not in the saved count. */
  readonly fresh: number
}

/** The number of messages of each account, over all the spaces given with it. Task announcements don't count. */
export async function countPosts(db: Db, wanted: readonly PostsOf[]): Promise<Map<string, number>> {
  const posts = new Map<string, number>()
  for (const row of await count(db, wanted, SAVE_FROM)) {
    const inSpace = row.fresh >= SAVE_FROM ? await countAndSave(db, row) : row.posts
    posts.set(row.account_id, (posts.get(row.account_id) ?? 0) + inSpace)
  }
  return posts
}

/** Counts up to the newest message in batches, saving each: a long backlog is read once. */
async function countAndSave(
  db: Db,
  { space_id: spaceId, account_id: accountId, posts }: Count,
): Promise<number> {
  let counted = posts
  for (let isLeft = true; isLeft;) {
    const [row] = await count(db, [{ spaceId, accountId }], BATCH)
    if (row === undefined) break
    await save(db, row)
    counted = row.posts
    isLeft = row.fresh === BATCH
  }
  return counted
}

async function count(db: Db, wanted: readonly PostsOf[], batch: number): Promise<Count[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<Count>`
    select w.space_id, w.account_id, f.fresh, coalesce(f.last, c.counted_to_seq, 0) as counted_to_seq,
      coalesce(c.post_count, 0) + f.posts as posts
    from unnest(
      ${wanted.map(({ spaceId }) => spaceId)}::uuid[],
      ${wanted.map(({ accountId }) => accountId)}::uuid[]
    ) as w(space_id, account_id)
    left join post_counts c on c.space_id = w.space_id and c.account_id = w.account_id
    cross join lateral (
      select count(*) as fresh, count(*) filter (where not n.is_task) as posts, max(n.seq) as last
      from (
        select m.is_task, m.seq from messages m
        where m.space_id = w.space_id and m.author_id = w.account_id and m.seq > coalesce(c.counted_to_seq, 0)
        order by m.seq
        limit ${batch}
      ) n
    ) f
  `.execute(db)
  return rows
}

async function save(db: Db, { space_id, account_id, posts, counted_to_seq }: Count): Promise<void> {
  await db
    .insertInto('post_counts')
    .values({ space_id, account_id, post_count: posts, counted_to_seq })
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'account_id'])
        .doUpdateSet({ post_count: posts, counted_to_seq })
        // of two concurrent counts the further one is saved
        .where('post_counts.counted_to_seq', '<', counted_to_seq),
    )
    .execute()
}
