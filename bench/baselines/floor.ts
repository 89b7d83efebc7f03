/** "floor": the same rows as the product's, by group commit, without asking whether they may be written. */
import type pg from 'pg'
import { createGroupCommit } from './group-commit.ts'
import { recordOf, type PostRecord } from './record.ts'
import type { Baseline } from './serve.ts'

type Numbered = PostRecord & { readonly num: number }

const STORE = `
with post as materialized (
  select r.*, r.pl || ',"seq":' || r.num || ',"uploaded_at":"' || $2::text || '","waiting_since":null}' as whole
  from jsonb_to_recordset($1::jsonb) as r(
    num bigint, s uuid, id uuid, a uuid, p uuid, tr uuid, ch text, c text, mt text, mn jsonb, mu jsonb, tp text[],
    md jsonb, ca uuid, hp smallint, k text, h text, pl text, ci text,
    e int, r uuid[], rr text[], rd uuid[], rs text[], rm text[], cp uuid[])
), head as (
  update space_sequences t set seq = g.seq, messages = t.messages + g.posts, last_message_at = $2::text::timestamptz
  from (select s, max(num + e) as seq, count(*) as posts from post group by s) g where t.space_id = g.s
  returning t.space_id, t.seq
), m1 as (
  insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
    mentions, mentions_unknown, topics, metadata, cause_id, hops, created_at)
  select s, id, num, a, ch, c, p, tr, mt, mn, mu, tp, md, ca, hp, $2::text::timestamptz from post
), e1 as (
  insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
  select s, num, 'message', '{"action":"created"' || ci || ',"message":' || whole || '}', null::uuid,
    case when cardinality(r) > 0 then r end, id, $2::text::timestamptz from post
  union all
  select s, num + j, 'mention', '{"mentioned":' || one_rm || ',"message":' || whole || '}', one_r, array[one_r], id,
    $2::text::timestamptz
  from post, unnest(r[1:e], rm[1:e]) with ordinality as q(one_r, one_rm, j)
), d1 as (
  insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, seq, at, created_at)
  select one_rd, s, id, a, one_r, coalesce(tr, id), one_rr, one_rs, num, $2::text::timestamptz, $2::text::timestamptz
  from post, unnest(r, rr, rd, rs) as q(one_r, one_rr, one_rd, one_rs)
), d2 as (
  update deliveries d set state = 'answered', at = $2::text::timestamptz
  where d.id = any(array(
    select x.id from post n cross join lateral (
      select y.id from deliveries y
      where y.recipient_id = n.a and y.root_id = n.tr and y.state in ('stored', 'delivered', 'seen') offset 0
    ) x where n.tr is not null))
), c1 as (
  insert into reply_counts as t (space_id, message_id, replies, last_reply_at, replier_ids)
  select s, target, count(*), $2::text::timestamptz, (array_agg(a order by num desc))[1:3]
  from post, unnest(cp) as target group by s, target
  on conflict (space_id, message_id) do update set
    replies = t.replies + excluded.replies, last_reply_at = excluded.last_reply_at,
    replier_ids = (excluded.replier_ids || t.replier_ids)[1:3]
), k1 as (
  insert into idempotency (caller_id, key, body_hash, space_id, message_id, seq, created_at)
  select a, k, h, s, id, num, $2::text::timestamptz from post
)
select pg_notify('events', coalesce(string_agg(space_id || ':' || seq, ','), '*')) from head`

export function createFloor(client: pg.Client): Baseline {
  const heads = new Map<string, number>()
  const commit = createGroupCommit(async (batch: readonly Numbered[]) => {
    await client.query({
      name: 'store',
      text: STORE,
      values: [JSON.stringify(batch), new Date().toISOString()],
    })
  })
  return {
    async post(body, key) {
      const record = recordOf(body, key)
      const num = (heads.get(record.s) ?? 0) + 1
      heads.set(record.s, num + record.e)
      await commit({ ...record, num })
      return { id: record.id, seq: num }
    },
  }
}
