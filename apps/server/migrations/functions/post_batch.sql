-- Stores many messages of many spaces, with everything that belongs to them, in one statement and one flush to disk.
--
-- `batch` is a list of posts as toRecord of features/messages/posting/batch.ts writes them; what is left out is null, and
-- stands for the column's default. `space_ids` are the spaces of the batch. A space whose sequence another transaction
-- has locked is waited for if `wait`, else its posts are judged `busy`. `now_at` is the application's clock; the times of
-- a space's messages never decrease.
--
-- Answers a row for each post: its verdict, and for `ok` and `same` the stored message with its number and time. `answers`
-- are the events for the authors of what a reply answers.
create function post_batch(batch jsonb, space_ids uuid[], wait boolean, now_at timestamptz)
returns table (ordinal int, verdict text, message_id uuid, seq bigint, at timestamptz, answers json)
language plpgsql
as $$
#variable_conflict use_column
declare
  locked_ids uuid[];
begin
  -- A statement of its own, in the order in which every transaction locks spaces. A statement's snapshot is older than
  -- its wait, so in this one memberships and keys would be judged as they were before it.
  if wait then
    locked_ids := array(
      select space_id from space_sequences where space_id = any(space_ids) order by space_id for no key update);
  else
    locked_ids := array(
      select space_id from space_sequences where space_id = any(space_ids) order by space_id
      for no key update skip locked);
  end if;

  return query
  with judged as materialized (
    select post.*, earlier.message_id as earlier_id, earlier.seq as earlier_seq, earlier.created_at as earlier_at,
      -- Scalar subqueries instead of exists(), which may be planned as a hashed subplan: a scan of every message in each
      -- batch.
      case
        when not wait and not post.space_id = any(locked_ids) then 'busy'
        when (select true from members m where m.space_id = post.space_id and m.account_id = post.author_id) is null
          then 'not_member'
        when (select a.status from accounts a where a.id = post.author_id) is distinct from 'active' then 'disabled'
        when post.is_by_agent
          and (select cardinality(a.disabled_by) from agents a where a.account_id = post.author_id) > 0 then 'disabled'
        when earlier.body_hash is not null then case when earlier.body_hash = post.body_hash then 'same' else 'mismatch' end
        when (select c.archived_at is null from channels c where c.space_id = post.space_id and c.name = post.channel)
          is not true then 'no_channel'
        -- by the id alone: with the space in the condition, a plan made for an empty table reads the whole space
        when post.parent_id is not null
          and (select m.space_id = post.space_id from messages m where m.id = post.parent_id limit 1) is not true
          then 'no_parent'
        when post.is_by_agent
          and (select a.breaker_until from agents a where a.account_id = post.author_id) > now_at then 'tripped'
        -- the caller holds the lock of these counts until it has added this post to them
        when post.limited_by is not null
          and (select true from unnest(post.limited_by) as l(id), agent_limit_reached(l.id, post.author_id, now_at) limit 1)
          then 'limited'
        else 'ok'
      end as verdict
    from jsonb_to_recordset(batch) as post(
      ordinal int, space_id uuid, id uuid, author_id uuid, is_by_agent boolean, parent_id uuid, thread_root_id uuid,
      channel text, content text, mentions jsonb, mentions_unknown jsonb, topics text[], is_waiting boolean, hops smallint,
      key text, body_hash text, client_id text, message text, recipients jsonb, mention_events int, limited_by uuid[])
    left join lateral (
      select * from idempotency i
      where i.caller_id = post.author_id and i.key = post.key and i.created_at > now_at - interval '24 hours'
      offset 0
    ) earlier on true
  ), answered as materialized (
    -- a reply answers what was addressed to its author in the same thread; of several in one batch, the first does
    select distinct on (d.id) j.ordinal, d.id, d.author_id, json_build_object('message_id', d.message_id, 'delivery',
      json_build_object('id', d.id, 'message_id', d.message_id, 'task_id', d.task_id, 'recipient',
        (select json_build_object('id', a.id, 'type', a.kind, 'handle', a.handle) from accounts a where a.id = j.author_id),
        'reason', d.reason, 'state', 'answered', 'why', d.why, 'at', wire_time(now_at)))::text as payload
    from judged j cross join lateral (
      select * from deliveries open
      where open.recipient_id = j.author_id and open.root_id = j.thread_root_id
        and open.state in ('stored', 'delivered', 'seen')
      offset 0
    ) d
    where j.verdict = 'ok' and j.thread_root_id is not null
    order by d.id, j.ordinal
  ), accepted as materialized (
    -- the events of a post have consecutive numbers: the message, its mentions, its answers
    select *, sum(events) over (partition by space_id order by ordinal) - events as events_before
    from (
      select *, 1 + coalesce(mention_events, 0) + coalesce(json_array_length(answers), 0) as events
      from (
        -- for replies only, and not as a join, which would cost every post
        select *, case when thread_root_id is not null then (
          select json_agg(json_build_object('audience', a.author_id, 'payload', a.payload))
          from answered a where a.ordinal = judged.ordinal
        ) end as answers
        from judged where verdict = 'ok' offset 0
      ) with_answers
    ) with_events
  ), sequence as (
    update space_sequences s set
      seq = s.seq + taken.events,
      messages = s.messages + taken.posts,
      last_message_at = greatest(s.last_message_at, date_trunc('milliseconds', now_at))
    from (select space_id, sum(events) as events, count(*) as posts from accepted group by space_id) taken
    where s.space_id = taken.space_id
    returning s.space_id, s.seq as head, s.seq - taken.events as seq_before, s.last_message_at as at,
      wire_time(s.last_message_at) as wire_at
  ), numbered as materialized (
    select a.*, s.seq_before + a.events_before + 1 as seq, s.at,
      -- the application's text up to here, so that the message has the same text in every event
      a.message || ',"seq":' || (s.seq_before + a.events_before + 1) || ',"uploaded_at":"' || s.wire_at
        || case when a.is_waiting then '","waiting_since":"' || s.wire_at || '"}' else '","waiting_since":null}' end
        as message_json
    from accepted a join sequence s on s.space_id = a.space_id
  ), addressed as materialized (
    select n.ordinal, n.space_id, n.id as message_id, n.author_id, coalesce(n.thread_root_id, n.id) as root_id, n.seq, n.at,
      n.message_json, r.*
    from numbered n cross join lateral jsonb_to_recordset(n.recipients) as r(
      account_id uuid, type text, handle text, delivery_id uuid, reason text, why text, mention_event int)
    where n.recipients is not null
  ), new_messages as (
    insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
      mentions, mentions_unknown, topics, waiting_since, cause_id, hops, created_at)
    select space_id, id, seq, author_id, channel, content, parent_id, thread_root_id,
      case when parent_id is null then 'message' else 'reply' end, coalesce(mentions, '[]'),
      coalesce(mentions_unknown, '[]'), coalesce(topics, '{}'), case when is_waiting then at end, parent_id,
      coalesce(hops, 0::smallint), at
    from numbered
  ), new_events as (
    insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
    select space_id, seq, 'message',
      '{"action":"created"' || coalesce(',"client_id":' || to_json(client_id), '') || ',"message":' || message_json || '}',
      null::uuid,
      case when recipients is not null
        then array(select (r->>'account_id')::uuid from jsonb_array_elements(recipients) as r) end,
      id, at
    from numbered
    union all
    select space_id, seq + mention_event, 'mention',
      '{"mentioned":{"id":"' || account_id || '","type":"' || type || '","handle":"' || handle || '"},"message":'
        || message_json || '}',
      account_id, array[account_id], message_id, at
    from addressed where mention_event is not null
    union all
    select space_id, seq + coalesce(mention_events, 0) + nth, 'delivery', answer->>'payload', (answer->>'audience')::uuid,
      null::uuid[], null::uuid, at
    from numbered, json_array_elements(answers) with ordinality as a(answer, nth)
    where answers is not null
  ), new_deliveries as (
    insert into deliveries (
      id, space_id, message_id, author_id, recipient_id, root_id, reason, state, why, seq, at, created_at)
    select delivery_id, space_id, message_id, author_id, account_id, root_id, reason,
      case when why is null then 'stored' else 'undeliverable' end, why, seq, at, at
    from addressed
  ), answered_deliveries as (
    update deliveries d set state = 'answered', at = now_at
    where d.id = any(array(select id from answered))
  ), new_reply_counts as (
    insert into reply_counts as c (space_id, message_id, replies, last_reply_at, replier_ids)
    select space_id, counted_id, count(*), max(at), (array_agg(author_id order by seq desc))[1:3]
    from numbered, unnest(
      case when parent_id = thread_root_id then array[parent_id] else array[parent_id, thread_root_id] end) as counted_id
    where parent_id is not null
    group by space_id, counted_id
    on conflict (space_id, message_id) do update set
      replies = c.replies + excluded.replies,
      last_reply_at = excluded.last_reply_at,
      replier_ids = array(
        select id from unnest(excluded.replier_ids || c.replier_ids) with ordinality as r(id, nth)
        group by id order by min(nth) limit 3)
  ), new_keys as (
    insert into idempotency (caller_id, key, body_hash, space_id, message_id, seq, created_at)
    select author_id, key, body_hash, space_id, id, seq, at from numbered
  ), wake as materialized (
    -- a notification has to be shorter than 8,000 bytes: '*' says to look at every space
    select pg_notify('events', case when length(heads) < 7900 then heads else '*' end)
    from (select string_agg(space_id || ':' || head, ',') as heads from sequence) s
    where heads is not null
  )
  select j.ordinal, j.verdict, coalesce(j.earlier_id, j.id), coalesce(n.seq, j.earlier_seq), coalesce(n.at, j.earlier_at),
    n.answers
  from judged j left join numbered n on n.ordinal = j.ordinal
  where (select count(*) from wake) >= 0;
end
$$;
