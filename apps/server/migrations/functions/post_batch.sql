-- Posts many messages, of many spaces, in one statement of the application and one flush of the disk. What a reply
-- answers is told to those who asked: a `delivery` event of its own for each (features/messages/delivery-event.ts), after
-- those of the post.
--
-- `batch` is a list of posts (see features/messages/posting/batch.ts for the keys), `wanted` their spaces. `wait` false: spaces whose
-- sequence another transaction holds are skipped and answered `busy`; true: they are waited for.
-- `now_at` is the application's clock; a space's time never falls.
--
-- The locks are taken in a statement of their own: a statement's snapshot is older than its wait, so a
-- membership or a key judged in the locking statement would be judged as it was before the wait.
create function post_batch(batch jsonb, wanted uuid[], wait boolean, now_at timestamptz)
returns table (ord int, status text, message_id uuid, seq bigint, at timestamptz, answered json)
language plpgsql
as $$
#variable_conflict use_column
declare
  held uuid[];
begin
  if wait then
    held := array(
      select space_id from space_sequences where space_id = any(wanted) order by space_id for no key update);
  else
    held := array(
      select space_id from space_sequences where space_id = any(wanted) order by space_id for no key update skip locked);
  end if;

  return query
  with post as materialized (
    select * from jsonb_to_recordset(batch) as r(
      o int, s uuid, id uuid, a uuid, p uuid, tr uuid, ch text, c text, mt text, mn jsonb, mu jsonb, tp text[],
      w boolean, md jsonb, ca uuid, hp smallint, k text, h text, pl text, ci text,
      e int, r uuid[], rr text[], rd uuid[], rs text[], rw text[], rm text[], cp uuid[], lm uuid[], ag boolean)
  ), judged as materialized (
    select post.*, k.message_id as old_id, k.seq as old_seq, k.created_at as old_at,
      case
        when not wait and not post.s = any(held) then 'busy'
        when coalesce((select true from members m where m.space_id = post.s and m.account_id = post.a), false) = false
          then 'not_member'
        when coalesce((select x.status from accounts x where x.id = post.a), 'none') <> 'active' then 'disabled'
        -- paused by a person: what an agent may say, it may say over no door
        when (select cardinality(x.disabled_by) from agents x where x.account_id = post.a) > 0 then 'disabled'
        when k.body_hash is not null then case when k.body_hash = post.h then 'same' else 'mismatch' end
        when (select true from channels n where n.space_id = post.s and n.name = post.ch and n.archived_at is null) is null
          then 'no_channel'
        -- scalar subqueries, not exists(): a hashed subplan would scan every message in each batch
        -- by the id alone: planned while the table is empty, the pair is looked for by reading the whole space
        when post.p is not null
          and (select x.space_id = post.s from messages x where x.id = post.p limit 1) is not true
          then 'no_parent'
        when post.ag and (select x.breaker_until from agents x where x.account_id = post.a) > now_at then 'broken'
        -- its counts are locked by whoever calls: what is judged here is what is counted after
        when post.lm is not null
          and (select true from unnest(post.lm) as l(id), agent_limit_reached(l.id, post.a, now_at) limit 1)
          then 'limited'
        else 'ok'
      end as verdict
    from post left join lateral (
      select * from idempotency d
      where d.caller_id = post.a and d.key = post.k and d.created_at > now_at - interval '24 hours'
      offset 0
    ) k on true
  ), hit as materialized (
    -- a reply answers what was addressed to its author in the same thread; of several in one batch, the first does
    select distinct on (d.id) j.o, d.id, d.author_id, json_build_object('message_id', d.message_id, 'delivery',
      json_build_object('id', d.id, 'message_id', d.message_id, 'task_id', d.task_id, 'recipient',
        (select json_build_object('id', x.id, 'type', x.kind, 'handle', x.handle) from accounts x where x.id = j.a),
        'reason', d.reason, 'state', 'answered', 'why', d.why,
        'at', to_char(now_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text as told
    from judged j cross join lateral (
      select * from deliveries y
      where y.recipient_id = j.a and y.root_id = j.tr and y.state in ('stored', 'delivered', 'seen')
      offset 0
    ) d
    where j.verdict = 'ok' and j.tr is not null
    order by d.id, j.o
  ), good as materialized (
    select *, 1 + e + hits as n, sum(1 + e + hits) over (partition by s order by o) - e - hits as nth
    from (select *, coalesce(json_array_length(answered), 0) as hits from (
      -- asked for replies alone, in the order of the rows: a join or a sort would cost every post
      select *, case when tr is not null then (
        select json_agg(json_build_object('audience', author_id, 'payload', told)) from hit where hit.o = judged.o
      ) end as answered
      from judged where verdict = 'ok' offset 0
    ) a offset 0) b
  ), head as (
    update space_sequences t set
      seq = t.seq + g.n,
      messages = t.messages + g.posts,
      last_message_at = greatest(t.last_message_at, date_trunc('milliseconds', now_at))
    from (select s, sum(n) as n, count(*) as posts from good group by s) g
    where t.space_id = g.s
    returning t.space_id, t.seq, t.seq - g.n as base, t.last_message_at as at
  ), numbered as materialized (
    select good.*, (head.base + good.nth)::bigint as num, head.at,
      -- the message as every reader gets it: the application's text with the number and time joined on
      good.pl || ',"seq":' || (head.base + good.nth) || ',"uploaded_at":"'
        || to_char(head.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'
        || case when good.w then ',"waiting_since":"'
          || to_char(head.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"' else ',"waiting_since":null' end
        || '}' as whole
    from good join head on head.space_id = good.s
  ), m1 as (
    insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
      mentions, mentions_unknown, topics, waiting_since, metadata, cause_id, hops, created_at)
    select s, id, num, a, ch, c, p, tr, mt, mn, mu, tp, case when w then at end, md, ca, hp, at from numbered
  ), e1 as (
    insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
    select s, num, 'message', '{"action":"created"' || ci || ',"message":' || whole || '}', null::uuid,
      case when cardinality(r) > 0 then r end, id, at
    from numbered
    union all
    select s, num + j, 'mention', '{"mentioned":' || one_rm || ',"message":' || whole || '}', one_r, array[one_r], id, at
    from numbered, unnest(r[1:e], rm[1:e]) with ordinality as q(one_r, one_rm, j)
    union all
    select s, num + e + j, 'delivery', one->>'payload', (one->>'audience')::uuid, null::uuid[], null::uuid, at
    from numbered, json_array_elements(answered) with ordinality as q(one, j)
    where answered is not null
  ), d1 as (
    insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, why, seq, at, created_at)
    select one_rd, s, id, a, one_r, coalesce(tr, id), one_rr, one_rs, one_rw, num, at, at
    from numbered, unnest(r, rr, rd, rs, rw) as q(one_r, one_rr, one_rd, one_rs, one_rw)
  ), d2 as (
    update deliveries d set state = 'answered', at = now_at
    where d.id = any(array(select id from hit))
  ), c1 as (
    insert into reply_counts as t (space_id, message_id, replies, last_reply_at, replier_ids)
    select s, target, count(*), max(at), (array_agg(a order by num desc))[1:3]
    from numbered, unnest(cp) as target
    group by s, target
    on conflict (space_id, message_id) do update set
      replies = t.replies + excluded.replies,
      last_reply_at = excluded.last_reply_at,
      replier_ids = array(
        select x from unnest(excluded.replier_ids || t.replier_ids) with ordinality as u(x, i)
        group by x order by min(i) limit 3)
  ), k1 as (
    insert into idempotency (caller_id, key, body_hash, space_id, message_id, seq, created_at)
    select a, k, h, s, id, num, at from numbered where k is not null
  ), wake as materialized (
    select pg_notify('events', case when length(x) < 7900 then x else '*' end)
    from (select string_agg(space_id || ':' || seq, ',') as x from head) y
    where x is not null
  )
  select j.o, j.verdict, coalesce(j.old_id, j.id), coalesce(v.num, j.old_seq), coalesce(v.at, j.old_at), v.answered
  from judged j left join numbered v on v.o = j.o
  where (select count(*) from wake) >= 0;
end
$$;
