-- What an agent's message or assignment follows from (docs/rules/loops.md#cause): no row for what it begins by itself.
--
-- First what it answers, if that is its own, is addressed to it, or is a person's of the last day. Then the newest that it
-- was given in the last day, rather by this credential; that it was given something is noted a moment later, so where
-- nothing is, the newest that is addressed to it. Then whatever it answers.
create function agent_cause(author uuid, space uuid, parent uuid, credential uuid, now_at timestamptz)
returns table (cause_id uuid, chain_id uuid, hops int)
language sql stable
as $$
  select m.id, coalesce(c.chain_id, m.chain_id, m.id),
    case when m.author_id = author and c.delivery_id is null then greatest(m.hops, 1)
      else least(coalesce(c.hops, m.hops) + 1, 32000) end
  from (
    (
      select case when d.id is not null or p.author_id = author
          or (p.created_at > now_at - interval '24 hours' and p.hops = 0
            and (select a.kind from accounts a where a.id = p.author_id) = 'user')
        then 1 else 3 end as rank, p.id as message_id, d.id as delivery_id, d.chain_id, d.hops
      from messages p
      left join lateral (
        select * from deliveries
        where space_id = space and message_id = parent and recipient_id = author and state <> 'held'
        order by created_at desc limit 1
      ) d on true
      where p.id = parent and p.space_id = space
    )
    union all
    (
      select 2, given.message_id, given.id, given.chain_id, given.hops
      from (
        select * from deliveries
        where recipient_id = author and created_at > now_at - interval '24 hours' and message_id is not null
          and state not in ('held', 'undeliverable')
        order by created_at desc limit 50
      ) given
      where credential is not null
      order by credential = any(given.handed_to) desc,
        (given.delivered_at is not null or given.state in ('seen', 'answered')) desc, given.created_at desc
      limit 1
    )
  ) c
  join messages m on m.id = c.message_id
  order by c.rank limit 1
$$;
