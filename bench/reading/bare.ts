/** The rows of a page and of a search by plain SQL: one prepared statement each, on one connection. */
import type pg from 'pg'

export interface Bare {
  /** The newest `limit` messages with their authors, counts and reactions. */
  page(limit: number): Promise<number>
  /** The best `limit` messages with a word that starts with `word`, the number of matches, and their topics. */
  search(word: string, limit: number): Promise<number>
}

const MESSAGE = `
  m.*, a.kind, a.handle, a.display_name, a.avatar_url, g.agent_type, o.handle as owner, e.handle as editor,
  p.content as parent_content, p.waiting_since as parent_waiting, pa.handle as parent_handle,
  c.replies, c.last_reply_at, c.replier_ids,
  (select json_agg(json_build_array(r.id, r.kind, r.handle, r.avatar_url)) from accounts r
    where r.id = any(c.replier_ids)) as repliers,
  (select json_agg(json_build_array(emoji, count, mine)) from (
    select emoji, count(*), bool_or(account_id = $2) as mine from reactions x
    where x.space_id = m.space_id and x.message_id = m.id group by emoji) y) as reactions`
const JOINS = `
  join accounts a on a.id = m.author_id
  left join agents g on g.account_id = a.id left join accounts o on o.id = g.owner_id
  left join accounts e on e.id = m.edited_by
  left join messages p on p.space_id = m.space_id and p.id = m.parent_id
  left join accounts pa on pa.id = p.author_id
  left join reply_counts c on c.space_id = m.space_id and c.message_id = m.id`

export async function openBare(client: pg.Client, spaceId: string, readerId: string): Promise<Bare> {
  const { rows } = await client.query<{ space_number: number; seq: string }>(
    'select space_number, seq from search_positions where space_id = $1',
    [spaceId],
  )
  const [index] = rows
  if (index === undefined) throw new Error('The space has no words')
  return {
    async page(limit) {
      const text = `select ${MESSAGE} from messages m ${JOINS} where m.space_id = $1 order by m.seq desc limit $3`
      const found = await client.query({ name: 'page', text, values: [spaceId, readerId, limit] })
      return found.rows.length
    },
    async search(word, limit) {
      const text = `with found as materialized (select * from search_words($3, $4, $4, 0, $5, 1000)),
        best as (select * from found order by rank desc, seq desc limit $6),
        counted as (select topic, count(*) from found, unnest(topics) as topic group by topic
          order by count(*) desc, topic limit 15)
        select ${MESSAGE}, best.rank, (select count(*) from found) as total,
          (select json_agg(c) from counted c) as related
        from best join messages m on m.space_id = $1 and m.id = best.message_id ${JOINS}`
      const pieces = ["'", `w${word}':*`]
      const values = [spaceId, readerId, index.space_number, pieces, index.seq, limit]
      const found = await client.query({ name: 'search', text, values })
      return found.rows.length
    },
  }
}
