-- Stores many messages of many spaces, with everything that belongs to them, in one statement and one flush to disk.
--
-- `batch` is a list of posts as toRecord of features/messages/posting/batch.ts writes them; what is left out is null, and
-- stands for the column's default. `space_ids` are the spaces of the batch. A space whose sequence another transaction
-- has locked is waited for if `wait`, else its posts are judged `busy`. `now_at` is the application's clock; the times of
-- a space's messages never decrease.
--
-- Answers a row for each post: its verdict, and for `ok` and `same` the stored message with its number and time. `answers`
-- are the events for the authors of what a reply answers. `quiet` is the state of what it addresses to agents where that
-- isn't `stored`, because of the chain that it is part of (docs/rules/loops.md), with `why`; `hold` is what is shown of that
-- under the message, and `hold_event` the event about another message under which it is shown.
create function post_batch(batch jsonb, space_ids uuid[], wait boolean, now_at timestamptz)
returns table (ordinal int, verdict text, message_id uuid, seq bigint, at timestamptz, answers json, quiet text, why text,
  hold text, hold_event text)
language plpgsql
as $$
#variable_conflict use_column
declare
  locked_ids uuid[];
  at_once timestamptz := date_trunc('milliseconds', now_at);
  chain_ids uuid[];
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

  if batch @? '$[*] ? (@.is_by_agent == true)' then
    batch := (
      select jsonb_agg(case when (post->>'is_by_agent')::boolean and (post->>'space_id')::uuid = any(locked_ids)
        then post || (
          select jsonb_build_object('cause_id', min(c.cause_id::text), 'chain_id', coalesce(min(c.chain_id::text), post->>'id'),
            'hops', coalesce(min(c.hops), 1))
          from agent_cause((post->>'author_id')::uuid, (post->>'space_id')::uuid, (post->>'parent_id')::uuid,
            (post->>'credential_id')::uuid, now_at) c)
        else post end order by nth)
      from jsonb_array_elements(batch) with ordinality as posts(post, nth));
    -- counted under a lock, after that of the spaces: agents of one chain may post in several
    chain_ids := array(
      select distinct (post->>'chain_id')::uuid from jsonb_array_elements(batch) post
      where post->>'chain_id' <> post->>'id' order by 1);
    insert into agent_chains (id, space_id)
    select distinct on (1) (post->>'chain_id')::uuid, (post->>'space_id')::uuid from jsonb_array_elements(batch) post
    where (post->>'chain_id')::uuid = any(chain_ids) order by 1
    on conflict do nothing;
    perform id from agent_chains where id = any(chain_ids) order by id for no key update;
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
      key text, body_hash text, client_id text, message text, recipients jsonb, mention_events int, limited_by uuid[],
      is_acting boolean, credential_id uuid, cause_id uuid, chain_id uuid, max_hops int, max_chain int,
      addresses_agents boolean, people_events int)
    left join lateral (
      select * from idempotency i
      where i.caller_id = post.author_id and i.key = post.key and i.created_at > now_at - interval '24 hours'
      offset 0
    ) earlier on true
  ), answered as materialized (
    -- a reply answers what was addressed to its author in the same thread and reached them before, or isn't later than its
    -- parent (docs/rules/deliveries.md#answered); of several in one batch, the first does. What its parent itself addressed
    -- to them may be later than the parent: by an edit, a release, or an assignment, of which a task has one after another
    select distinct on (d.id) j.ordinal, d.id, d.author_id, json_build_object('message_id', d.message_id, 'delivery',
      json_build_object('id', d.id, 'message_id', d.message_id, 'task_id', d.task_id, 'recipient',
        (select json_build_object('id', a.id, 'type', a.kind, 'handle', a.handle) from accounts a where a.id = j.author_id),
        'reason', d.reason, 'state', 'answered', 'why', d.why, 'at', wire_time(now_at)))::text as payload
    from judged j cross join lateral (
      select * from deliveries open
      where open.recipient_id = j.author_id and open.root_id = j.thread_root_id
        and open.state in ('stored', 'delivered', 'seen')
        and (open.state = 'seen' or open.seq <= (select m.seq from messages m where m.id = j.parent_id limit 1)
          -- of the server's own agents a job answers just this message, and nothing is ever delivered to them
          or open.message_id = j.parent_id and j.is_by_agent and j.credential_id is null
          or open.state = 'delivered' and (j.is_by_agent is not true or j.credential_id = any(open.handed_to)
            or open.message_id = j.parent_id and not exists (
              select from deliveries earlier
              where earlier.space_id = open.space_id and earlier.message_id = open.message_id
                and earlier.recipient_id = open.recipient_id and earlier.seq < open.seq
                and earlier.state in ('stored', 'delivered'))))
      offset 0
    ) d
    where j.verdict = 'ok' and j.thread_root_id is not null
    order by d.id, j.ordinal
  ), counted as materialized (
    select j.ordinal, j.id, j.space_id, j.chain_id, j.hops, j.addresses_agents, chain.stopped_why, open.message_id as card_id,
      open.waiting, coalesce(longer.max_hops, s.max_hops, j.max_hops) as most_hops,
      coalesce(longer.max_messages, s.max_chain, j.max_chain) as most_messages,
      coalesce(chain.messages, 0) + row_number() over (partition by j.chain_id order by j.ordinal) as number
    from judged j
    cross join lateral (select max_hops, max_chain from spaces where id = j.space_id offset 0) s
    left join lateral (select * from agent_chains where id = j.chain_id offset 0) chain on true
    left join lateral (
      select * from agent_extensions where chain_id = j.chain_id and space_id = j.space_id offset 0
    ) longer on true
    left join lateral (
      select message_id, waiting
      from agent_holds where chain_id = j.chain_id and space_id = j.space_id and state = 'held' offset 0
    ) open on true
    where j.verdict = 'ok' and j.chain_id is not null
  ), quieted as materialized (
    select *, nth_held + coalesce(waiting, 0) as waits,
      coalesce(card_id, first_value(id) over (partition by chain_id, space_id, quiet order by ordinal)) as shown_at
    from (
      select *, count(*) filter (where quiet = 'held') over (partition by chain_id, space_id order by ordinal) as nth_held
      from (
        select *, case when stopped_why is not null then 'undeliverable' else 'held' end as quiet,
          case when hops > most_hops then 'hops' else 'chain' end as reason
        from counted
        where addresses_agents and (stopped_why is not null or hops > most_hops or number > most_messages)
      ) held
    ) numbered_held
  ), accepted as materialized (
    -- the events of a post have consecutive numbers: the message, its mentions, its answers, what it changes of a hold
    select *, sum(events) over in_space - events as events_before, row_number() over in_space as place
    from (
      select *, 1 + mentioning + coalesce(json_array_length(answers), 0)
        + case when quiet = 'held' and shown_at <> id then 1 else 0 end as events
      from (
        select j.*, q.quiet, q.shown_at, q.reason, q.most_hops, q.most_messages, q.number, q.waits,
          case q.quiet when 'held' then held_why(q.reason, j.hops::int, q.most_hops, q.number::int, q.most_messages)
            when 'undeliverable' then q.stopped_why end as why,
          case when q.quiet is null then coalesce(j.mention_events, 0) else coalesce(j.people_events, 0) end as mentioning,
          -- for replies only, and not as a join, which would cost every post
          case when j.thread_root_id is not null then (
            select json_agg(json_build_object('audience', a.author_id, 'payload', a.payload))
            from answered a where a.ordinal = j.ordinal
          ) end as answers
        from judged j left join quieted q on q.ordinal = j.ordinal
        where j.verdict = 'ok' offset 0
      ) with_answers
    ) with_events
    window in_space as (partition by space_id order by ordinal)
  ), sequence as (
    update space_sequences s set
      seq = s.seq + taken.events,
      messages = s.messages + taken.posts,
      last_message_at = greatest(s.last_message_at, at_once),
      posted_at = greatest(s.last_message_at, at_once),
      acted_at = greatest(s.acted_at, s.last_message_at, at_once),
      streak_since = case
        when s.posted_at >= date_bin('1 day', greatest(s.last_message_at, at_once), 'epoch') - interval '24 hours'
          then s.streak_since
        else greatest(s.last_message_at, at_once)
      end
    from (select space_id, sum(events) as events, count(*) as posts from accepted group by space_id) taken
    where s.space_id = taken.space_id
    returning s.space_id, s.seq as head, s.seq - taken.events as seq_before, s.messages - taken.posts as messages_before,
      s.last_message_at as at, wire_time(s.last_message_at) as wire_at
  ), numbered as materialized (
    select *,
      -- the application's text up to here, so that the message has the same text in every event
      message || ',"seq":' || seq || ',"uploaded_at":"' || wire_at
        || case when is_waiting then '","waiting_since":"' || wire_at || '"' else '","waiting_since":null' end
        || case when hold is not null and shown_at = id then ',"hold":' || hold else '' end || '}' as message_json,
      case when hold is not null and shown_at <> id
        then '{"action":"hold","message_id":"' || shown_at || '","hold":' || hold || '}' end as hold_event
    from (
      select a.*, s.seq_before + a.events_before + 1 as seq, s.messages_before + a.place as messages_so_far, s.at, s.wire_at,
        case when a.quiet = 'held' then '{"chain_id":"' || a.chain_id || '","state":"held","reason":"' || a.reason
          || '","hops":' || a.hops || ',"max_hops":' || a.most_hops || ',"messages":' || a.number || ',"max_chain":'
          || a.most_messages || ',"waiting":' || a.waits || ',"by":null}' end as hold
      from accepted a join sequence s on s.space_id = a.space_id
    ) placed
  ), addressed as materialized (
    select n.ordinal, n.space_id, n.id as message_id, n.author_id, coalesce(n.thread_root_id, n.id) as root_id, n.seq, n.at,
      n.message_json, n.chain_id, n.hops, r.account_id, r.type, r.handle, r.delivery_id, r.reason,
      case when n.quiet is null or r.why is not null or r.is_agent is not true then r.why else n.why end as why,
      case when r.why is not null then 'undeliverable' when r.is_agent then coalesce(n.quiet, 'stored') else 'stored' end
        as state,
      case when n.quiet is null then r.mention_event else r.people_event end as mention_event
    from numbered n cross join lateral jsonb_to_recordset(n.recipients) as r(
      account_id uuid, type text, handle text, delivery_id uuid, reason text, why text, is_agent boolean, mention_event int,
      people_event int)
    where n.recipients is not null
  ), new_messages as (
    insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
      mentions, mentions_unknown, topics, waiting_since, cause_id, chain_id, hops, credential_id, has_hold, messages_so_far,
      created_at)
    select space_id, id, seq, author_id, channel, content, parent_id, thread_root_id,
      case when parent_id is null then 'message' else 'reply' end, coalesce(mentions, '[]'),
      coalesce(mentions_unknown, '[]'), coalesce(topics, '{}'), case when is_waiting then at end,
      coalesce(cause_id, parent_id), nullif(chain_id, id), coalesce(hops, 0::smallint), credential_id,
      coalesce(quiet = 'held' and shown_at = id, false), messages_so_far, at
    from numbered
  ), new_events as (
    insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
    select space_id, seq, 'message',
      '{"action":"created"' || coalesce(',"client_id":' || to_json(client_id), '') || ',"message":' || message_json || '}',
      null::uuid,
      case when recipients is not null
        then nullif(array(
          select (r->>'account_id')::uuid from jsonb_array_elements(recipients) as r
          where quiet is null or (r->>'is_agent')::boolean is not true), '{}') end,
      id, at
    from numbered
    union all
    select space_id, seq + mention_event, 'mention',
      '{"mentioned":{"id":"' || account_id || '","type":"' || type || '","handle":"' || handle || '"},"message":'
        || message_json || '}',
      account_id, array[account_id], message_id, at
    from addressed where mention_event is not null
    union all
    select space_id, seq + mentioning + nth, 'delivery', answer->>'payload', (answer->>'audience')::uuid,
      null::uuid[], null::uuid, at
    from numbered, json_array_elements(answers) with ordinality as a(answer, nth)
    where answers is not null
    union all
    select space_id, seq + mentioning + coalesce(json_array_length(answers), 0) + 1, 'message', hold_event, null::uuid,
      null::uuid[], shown_at, at
    from numbered where hold_event is not null
  ), new_deliveries as (
    insert into deliveries (
      id, space_id, message_id, author_id, recipient_id, root_id, reason, state, why, seq, at, created_at, chain_id, hops)
    select delivery_id, space_id, message_id, author_id, account_id, root_id, reason, state, why, seq, at, at,
      case when state = 'held' then chain_id end, case when state = 'held' then hops end
    from addressed
  ), new_counts as (
    insert into agent_chains as c (id, space_id, messages)
    select chain_id, (array_agg(space_id order by ordinal))[1], count(*) from counted group by chain_id
    on conflict (id) do update set messages = c.messages + excluded.messages
  ), new_holds as (
    insert into agent_holds (
      space_id, message_id, chain_id, state, reason, hops, max_hops, messages, max_chain, waiting, at)
    select distinct on (chain_id, space_id) space_id, shown_at, chain_id, 'held', reason, hops, most_hops, number,
      most_messages, waits, at
    from numbered where quiet = 'held' and exists (select from quieted q where q.id = shown_at)
    order by chain_id, space_id, ordinal desc
  ), longer_holds as (
    update agent_holds h set reason = l.reason, hops = l.hops, max_hops = l.most_hops, messages = l.number,
      max_chain = l.most_messages, waiting = l.waits
    from (
      select distinct on (chain_id, space_id) * from numbered where quiet = 'held' order by chain_id, space_id, ordinal desc
    ) l
    where h.space_id = l.space_id and h.message_id = l.shown_at and h.chain_id = l.chain_id
  ), changed_messages as (
    update messages m set changed_seq = l.seq
    from (
      select space_id, shown_at, max(seq + events - 1) as seq from numbered where hold_event is not null
      group by space_id, shown_at
    ) l
    where m.space_id = l.space_id and m.id = l.shown_at
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
  ), acting as (
    insert into space_actors as a (space_id, account_id, minute)
    select space_id, author_id, date_trunc('minute', max(at)) from numbered where is_acting group by space_id, author_id
    on conflict (space_id, account_id) do update set minute = excluded.minute where a.minute < excluded.minute
  ), daily as (
    insert into instance_tallies (kind, day, n) select 'messages', utc_day(at), count(*) from numbered group by 2
  ), talking as (
    -- a line an hour for whoever talks in a space
    insert into activities (type, account_id, space_id, at, occasion)
    select 'message', author_id, space_id, at, date_bin('1 hour', at, 'epoch') from numbered
    where is_acting or is_by_agent
    on conflict do nothing
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
    n.answers, n.quiet, n.why, n.hold, n.hold_event
  from judged j left join numbered n on n.ordinal = j.ordinal
  where (select count(*) from wake) >= 0;
end
$$;
