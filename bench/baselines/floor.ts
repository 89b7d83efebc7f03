/** "floor": writes the same rows as the product, with group commit, without any checks. */
import type pg from 'pg'
import { createGroupCommit } from './group-commit.ts'
import { recordOf, type PostRecord } from './record.ts'
import type { Baseline } from './serve.ts'

type Numbered = PostRecord & { readonly seq: number }

const STORE = `
with post as materialized (
  select p.*,
    p.message || ',"seq":' || p.seq || ',"uploaded_at":"' || $2::text || '","waiting_since":null}' as message_json
  from jsonb_to_recordset($1::jsonb) as p(
    seq bigint, space_id uuid, id uuid, author_id uuid, parent_id uuid, thread_root_id uuid, channel text, content text,
    mentions jsonb, key text, body_hash text, client_id text, message text, recipients jsonb, mention_events int)
), sequence as (
  update space_sequences s set seq = taken.seq, messages = s.messages + taken.posts,
    last_message_at = $2::text::timestamptz
  from (
    select space_id, max(seq + coalesce(mention_events, 0)) as seq, count(*) as posts from post group by space_id
  ) taken
  where s.space_id = taken.space_id
  returning s.space_id, s.seq
), addressed as materialized (
  select p.space_id, p.id as message_id, p.author_id, coalesce(p.thread_root_id, p.id) as root_id, p.seq, p.message_json,
    r.*
  from post p cross join lateral jsonb_to_recordset(p.recipients) as r(
    account_id uuid, type text, handle text, delivery_id uuid, reason text, mention_event int)
  where p.recipients is not null
), new_messages as (
  insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
    mentions, cause_id, created_at)
  select space_id, id, seq, author_id, channel, content, parent_id, thread_root_id,
    case when parent_id is null then 'message' else 'reply' end, coalesce(mentions, '[]'), parent_id,
    $2::text::timestamptz
  from post
), new_events as (
  insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
  select space_id, seq, 'message',
    '{"action":"created","client_id":' || to_json(client_id) || ',"message":' || message_json || '}', null::uuid,
    case when recipients is not null
      then array(select (r->>'account_id')::uuid from jsonb_array_elements(recipients) as r) end,
    id, $2::text::timestamptz
  from post
  union all
  select space_id, seq + mention_event, 'mention',
    '{"mentioned":{"id":"' || account_id || '","type":"' || type || '","handle":"' || handle || '"},"message":'
      || message_json || '}',
    account_id, array[account_id], message_id, $2::text::timestamptz
  from addressed where mention_event is not null
), new_deliveries as (
  insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, seq, at, created_at)
  select delivery_id, space_id, message_id, author_id, account_id, root_id, reason, 'stored', seq,
    $2::text::timestamptz, $2::text::timestamptz
  from addressed
), answered_deliveries as (
  update deliveries d set state = 'answered', at = $2::text::timestamptz
  where d.id = any(array(
    select a.id from post p cross join lateral (
      select open.id from deliveries open
      where open.recipient_id = p.author_id and open.root_id = p.thread_root_id
        and open.state in ('stored', 'delivered', 'seen') offset 0
    ) a where p.thread_root_id is not null))
), new_reply_counts as (
  insert into reply_counts as c (space_id, message_id, replies, last_reply_at, replier_ids)
  select space_id, parent_id, count(*), $2::text::timestamptz, (array_agg(author_id order by seq desc))[1:3]
  from post where parent_id is not null group by space_id, parent_id
  on conflict (space_id, message_id) do update set
    replies = c.replies + excluded.replies, last_reply_at = excluded.last_reply_at,
    replier_ids = (excluded.replier_ids || c.replier_ids)[1:3]
), new_keys as (
  insert into idempotency (caller_id, key, body_hash, space_id, message_id, seq, created_at)
  select author_id, key, body_hash, space_id, id, seq, $2::text::timestamptz from post
)
select pg_notify('events', coalesce(string_agg(space_id || ':' || seq, ','), '*')) from sequence`

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
      const { space_id: spaceId, mention_events: mentions = 0 } = record
      const seq = (heads.get(spaceId) ?? 0) + 1
      heads.set(spaceId, seq + mentions)
      await commit({ ...record, seq })
      return { id: record.id, seq }
    },
  }
}
